import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

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

/**
 * A folder next to the file that a process creates: the process can write nothing else, and its file is moved in one
 * step. `keep` moves the file to its final path, `remove` deletes what is left.
 */
export function ownFolder(target: string): { file: string; keep(): void; remove(): void } {
  const folder = `${target}.loading`
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'table')
  return {
    file,
    keep: () => moveDurably(file, target),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
