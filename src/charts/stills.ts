import type { StillModule } from './shared/contract.ts'

/**
 * Loads the module that draws the server's image of a type, by folder name: for types that are drawn by a component.
 * Only the server loads these modules; the browser's bundle does not contain them.
 */
export const loadStill = (folder: string) => import(`./${folder}/still.ts`) as Promise<StillModule>
