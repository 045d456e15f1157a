import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Name of a file that exists in the home folder while a backup is restored into it. */
export const RESTORING_FILE = 'restoring'

/** A restore was killed, or is still running. */
export class UnfinishedRestoreError extends Error {
  constructor(home: string) {
    super(`A backup was not restored completely into ${home}. Run \`npm run restore\` again.`)
    this.name = 'UnfinishedRestoreError'
  }
}

/**
 * Throws if a restore has not ended. Metadata is restored last: if it exists, the restore was complete, and only the
 * file `restoring` was left over.
 */
export function checkRestored(home: string, hasMetadata: boolean): void {
  const file = join(home, RESTORING_FILE)
  if (!existsSync(file)) return
  if (!hasMetadata) throw new UnfinishedRestoreError(home)
  rmSync(file, { force: true })
}
