import type { StillModule } from './shared/contract.ts'

/**
 * The server's picture of a type that is drawn by a component, by folder name. Only the server loads these parts: the
 * bundle of the browser does not contain them.
 */
export const loadStill = (folder: string) => import(`./${folder}/still.ts`) as Promise<StillModule>
