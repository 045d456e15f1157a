import { isDiskFull } from '../storage/fullDisk.ts'

/** What the person at the terminal can change. */
export class BackupError extends Error {}

/** Failures of the disk in one sentence that names the folder: a backup and the home may be on different disks. */
export function explained(error: unknown, folder: string, outcome: string): unknown {
  if (isDiskFull(error)) return new BackupError(`The disk of ${folder} is full. ${outcome}`)
  const { code, path } = error as NodeJS.ErrnoException
  if (path !== undefined && (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')) {
    return new BackupError(`This user may not use ${path} (${code}). ${outcome}`)
  }
  return error
}
