import { constants, copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import type { StoreKind } from '../storage/migrate.ts'
import type { Db } from '../storage/schema.ts'
import { openSqlite } from '../storage/sqlite.ts'
import { checkRows, schemaVersion, writeRows } from './rows.ts'

/** The files of a backup. */
export const ROWS_FILE = 'metadata.jsonl.gz'
export const KEY_FILE = 'master.key'
export const PLUGINS_FOLDER = 'plugins'

/** What the person at the terminal can change. */
export class BackupError extends Error {}

/** The store as it is: a backup never migrates. */
export async function openAsIs({
  home,
  databaseUrl,
}: Pick<Config, 'home' | 'databaseUrl'>): Promise<{ db: Db; kind: StoreKind }> {
  if (databaseUrl) {
    const { openPostgres } = await import('../storage/postgres.ts')
    return { db: openPostgres(databaseUrl, 2), kind: 'postgres' }
  }
  return { db: openSqlite(join(home, 'metadata.sqlite')), kind: 'sqlite' }
}

export const stampOf = (now: number) => new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')

/** A table may be replaced between reading the metadata and copying its file. */
const ATTEMPTS = 3

/**
 * A backup of everything that is not a cache, while the server runs: the metadata, the tables that it names, plugins and
 * the master key. Returns its folder. @throws BackupError
 */
export async function makeBackup(
  config: Pick<Config, 'home' | 'databaseUrl' | 'keyFile'>,
  folder: string | undefined,
  now: number,
): Promise<{ folder: string; schema: number; tables: number }> {
  const { home, databaseUrl, keyFile } = config
  if (databaseUrl === undefined && !existsSync(join(home, 'metadata.sqlite'))) {
    throw new BackupError(`${home} has no metadata. Set SEXTANT_HOME to the home folder of the server.`)
  }
  const target = folder ?? join(home, 'backups', `backup-${stampOf(now)}`)
  if (existsSync(target)) throw new BackupError(`${target} exists already. Name a new folder.`)
  const { db, kind } = await openAsIs(config)
  try {
    if ((await schemaVersion(db, kind)) === 0)
      throw new BackupError('The metadata store is empty: nothing was backed up.')
    for (let attempt = 1; ; attempt++) {
      try {
        return { folder: target, ...(await fill(target, { home, keyFile, db, kind })) }
      } catch (error) {
        rmSync(target, { recursive: true, force: true })
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === ATTEMPTS) throw error
      }
    }
  } finally {
    await db.destroy()
  }
}

async function fill(
  target: string,
  { home, keyFile, db, kind }: { home: string; keyFile: string; db: Db; kind: StoreKind },
): Promise<{ schema: number; tables: number }> {
  mkdirSync(target, { recursive: true, mode: 0o700 })
  const rows = join(target, ROWS_FILE)
  await writeRows(db, kind, rows)
  // reads the whole file: a backup that cannot be read is none
  const { schema, tableFiles } = await checkRows(rows)
  for (const file of tableFiles) copy(join(home, file), join(target, file))
  if (existsSync(join(home, PLUGINS_FOLDER))) {
    cpSync(join(home, PLUGINS_FOLDER), join(target, PLUGINS_FOLDER), { recursive: true })
  }
  copy(keyFile, join(target, KEY_FILE))
  return { schema, tables: tableFiles.length }
}

/** Generations of tables are never changed. Where the file system can, a copy shares their blocks. */
export function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
}
