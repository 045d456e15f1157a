import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { backupSqlite, migrate, type StoreKind, schemaVersion } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import type { Db } from './schema.ts'
import { openSqlite } from './sqlite.ts'
import { checkRestored } from './unfinishedRestore.ts'

export interface Store {
  db: Db
  kind: StoreKind
  /** Runs the first steps of a start, on one node at a time. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/** The advisory lock of `alone`: any fixed number except that of migrations, which its function may run. */
const startLock = 7_398_272

/**
 * Opens the metadata store (PostgreSQL if `databaseUrl` is set, else one SQLite file in the home folder) and upgrades
 * it to the newest schema. Calls `said` with a line for each important event.
 */
export async function openStore(options: {
  home: string
  databaseUrl: string | undefined
  poolSize: number
  now: () => number
  said: (line: string) => void
}): Promise<Store> {
  const kind: StoreKind = options.databaseUrl ? 'postgres' : 'sqlite'
  const file = join(options.home, 'metadata.sqlite')
  if (kind === 'sqlite') checkRestored(options.home, existsSync(file))
  const db = options.databaseUrl
    ? (await import('./postgres.ts')).openPostgres(options.databaseUrl, options.poolSize)
    : openSqlite(file)
  try {
    if (kind === 'postgres') checkRestored(options.home, (await schemaVersion(db, kind)) > 0)
    const done = await migrate(db, {
      kind,
      migrations,
      now: options.now,
      backup: async (from) => {
        const copy = await (kind === 'sqlite'
          ? backupSqlite(db, join(options.home, 'backups'), from, options.now())
          : (await import('./backupPostgres.ts')).backupPostgres(
              db,
              join(options.home, 'backups'),
              from,
              options.now(),
            ))
        options.said(`metadata backed up to ${copy}`)
      },
    })
    if (done.from > 0 && done.from < done.to) options.said(`metadata migrated from schema ${done.from} to ${done.to}`)
    return {
      db,
      kind,
      alone: (work) =>
        kind === 'sqlite'
          ? work()
          : db.connection().execute(async (connection) => {
              await sql`select pg_advisory_lock(${startLock})`.execute(connection)
              try {
                return await work()
              } finally {
                await sql`select pg_advisory_unlock(${startLock})`.execute(connection)
              }
            }),
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Whether the store responds: the check of /health/ready. */
export async function storeAnswers(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}
