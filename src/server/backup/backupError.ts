import { isDiskFull } from '../storage/fullDisk.ts'

/** An error that the operator can fix. */
export class BackupError extends Error {}

/** No permission, a read-only file system, a file instead of a folder. */
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
