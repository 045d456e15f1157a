import { randomBytes } from 'node:crypto'
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SQLITE_FULL = 13
/** SQLSTATE disk_full */
const POSTGRES_FULL = '53100'

/** Whether a write failed because a disk is full: a write to a file, to SQLite or to PostgreSQL. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (code === 'ERR_SQLITE_ERROR') return typeof errcode === 'number' && (errcode & 0xff) === SQLITE_FULL
  return code === 'ENOSPC' || code === 'EDQUOT' || code === POSTGRES_FULL
}

const RESERVE_BYTES = 2_000_000

export interface DiskReserve {
  /** Runs a small write. If the disk is full, the reserve is deleted, and the write runs again. */
  use<T>(write: () => Promise<T>): Promise<T>
}

/**
 * A file that only takes up space in the home folder, so that users can sign in and read while the disk is full.
 */
export function createDiskReserve(home: string): DiskReserve {
  const file = join(home, 'reserve')
  const size = () => statSync(file, { throwIfNoEntry: false })?.size

  function fill(): void {
    if (size() === RESERVE_BYTES) return
    try {
      const { bavail, bsize } = statfsSync(home)
      if (bavail * bsize > 10 * RESERVE_BYTES) writeFileSync(file, randomBytes(RESERVE_BYTES), { mode: 0o600 })
    } catch {
      // without a reserve, only sign-in fails while the disk is full
    }
  }

  fill()
  return {
    async use(write) {
      try {
        const result = await write()
        fill()
        return result
      } catch (error) {
        if (!isDiskFull(error) || size() === undefined) throw error
        rmSync(file, { force: true })
        return write()
      }
    },
  }
}
