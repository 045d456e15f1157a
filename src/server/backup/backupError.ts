import { isDiskFull } from '../storage/fullDisk.ts'

/** What the person at the terminal can change. */
export class BackupError extends Error {}

/** No permission, a file system that is read-only, a file in place of a folder. */
const UNUSABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR'])

/** Failures of the disk in one sentence that names the folder: a backup and the home may be on different disks. */
export function explained(error: unknown, folder: string, outcome: string): unknown {
  if (isDiskFull(error)) return new BackupError(`The disk of ${folder} is full. ${outcome}`)
  const { code, path } = error as NodeJS.ErrnoException
  if (path !== undefined && code !== undefined && UNUSABLE.has(code)) {
    return new BackupError(`${path} cannot be used (${code}). ${outcome}`)
  }
  return error
}
