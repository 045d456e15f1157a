import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

function syncAs(path: string, flags: string): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** When this returns, the written data of the file is on disk. Windows syncs only files that are open for writing. */
export const sync = (file: string): void => syncAs(file, 'r+')

/** Moves a file that is on disk to its final path. */
export function moveDurably(from: string, to: string): void {
  renameSync(from, to)
  // Windows has no such call for folders
  if (process.platform !== 'win32') syncAs(dirname(to), 'r')
}
