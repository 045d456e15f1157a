import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { makeScratch } from '../engine/run/scratch.ts'

/** Paths for downloads, in a folder of this process. Files left in it are deleted when the next process starts. */
export function exportFiles(home: string): () => string {
  let folder: string | undefined
  return () => {
    folder ??= makeScratch(join(home, 'scratch'))
    return join(folder, randomUUID())
  }
}
