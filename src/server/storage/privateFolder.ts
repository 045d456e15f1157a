import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Creates a folder that only its owner can read, and its parent folders. Throws the system's error. Node's recursive
 * `mkdir` never returns below /proc, where the system reports that the existing parent does not exist.
 */
export function makePrivateFolder(path: string): void {
  if (isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path) makePrivateFolder(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // another process may have created it in the meantime
    if (!isFolder(path)) throw error
  }
}
