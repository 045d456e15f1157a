import type { DrawingModule, ViewModule } from './shared/contract.ts'

/**
 * How types are drawn, by the name of their folder: all that a page with charts knows of them. Apart from their other
 * parts, whose addresses no dashboard needs.
 */

export const loadDrawing = (folder: string) => import(`./${folder}/drawing.ts`) as Promise<DrawingModule>

export const loadView = (folder: string) => import(`./${folder}/View.tsx`) as Promise<ViewModule>
