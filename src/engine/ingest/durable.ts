import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

/** When this returns, the written data is on disk. Folders cannot be synced on every system. */
export function sync(path: string): void {
  try {
    const descriptor = openSync(path, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
  } catch (error) {
    if (process.platform !== 'win32') throw error
  }
}

/** Moves a file that is on disk to its final path. */
export function moveDurably(from: string, to: string): void {
  renameSync(from, to)
  sync(dirname(to))
}
