import type { DrawingModule, ViewModule } from './shared/contract.ts'

/**
 * The drawing parts of chart types, by folder name: all that a page with charts needs of them. Separate from the other
 * parts, whose addresses a dashboard does not need.
 */

export const loadDrawing = (folder: string) => import(`./${folder}/drawing.ts`) as Promise<DrawingModule>

export const loadView = (folder: string) => import(`./${folder}/View.tsx`) as Promise<ViewModule>
