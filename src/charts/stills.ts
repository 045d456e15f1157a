import type { StillModule } from './shared/contract.ts'

/**
 * What a type with a component looks like in pictures of the server, by folder name. Only the server loads these parts:
 * they have no place in the browser's bundle.
 */
export const loadStill = (folder: string) => import(`./${folder}/still.ts`) as Promise<StillModule>
