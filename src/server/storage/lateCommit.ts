import { sql } from 'kysely'
import { isPostgres } from './isPostgres.ts'
import type { Db, Trx } from './schema.ts'

/** Values of SQLite's `synchronous` setting. */
const [NORMAL, FULL] = [1, 2]

/**
 * A transaction whose commit does not wait for the disk. It may be missing after a power failure; the next ordinary
 * commit makes it durable. Use it only for writes that no response has confirmed yet, and for results of reads, which
 * can be run again.
 */
export async function lateCommit<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  if (isPostgres(db)) {
    return db.transaction().execute(async (trx) => {
      await sql`set local synchronous_commit to off`.execute(trx)
      return work(trx)
    })
  }
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(connection)
    const usual = rows[0]?.synchronous ?? FULL
    await sql`pragma synchronous = ${sql.lit(Math.min(usual, NORMAL))}`.execute(connection)
    try {
      return await connection.transaction().execute(work)
    } finally {
      await sql`pragma synchronous = ${sql.lit(usual)}`.execute(connection)
    }
  })
}
