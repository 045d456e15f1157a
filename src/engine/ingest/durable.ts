import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

/** What was written is on disk when this returns. Folders cannot be synced everywhere. */
export function sync(path: string): void {
  try {
    const descriptor = openSync(path, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
  } catch (error) {
    if (process.platform !== 'win32') throw error
  }
}

/** Puts a file that is on disk in its place. */
export function moveDurably(from: string, to: string): void {
  renameSync(from, to)
  sync(dirname(to))
}
