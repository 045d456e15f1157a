import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { migrate, NewerSchemaError } from '../storage/migrate.ts'
import { migrations } from '../storage/migrations/index.ts'
import { makePrivateFolder } from '../storage/privateFolder.ts'
import type { Db, Trx } from '../storage/schema.ts'
import { openSqlite } from '../storage/sqlite.ts'
import { BackupError, copy, KEY_FILE, openAsIs, PLUGINS_FOLDER, ROWS_FILE, stampOf } from './backup.ts'
import { checkRows, readRows, schemaVersion, writeRows } from './rows.ts'

interface Order {
  config: Pick<Config, 'home' | 'databaseUrl' | 'keyFile'>
  folder: string
  /** Existing metadata are moved to the folder `backups` of the home. */
  replaces: boolean
  now: number
}

/** Paths in a backup come from a file: they stay inside its folder. */
function inside(folder: string, path: string): string {
  const found = resolve(folder, path)
  if (!found.startsWith(resolve(folder) + sep))
    throw new BackupError(`The backup names a file outside its folder: ${path}`)
  return found
}

/** Makes a store of this version from the rows of a backup of any older version. */
async function fillStore(
  db: Db,
  kind: 'sqlite' | 'postgres',
  rows: string,
  schema: number,
  now: number,
): Promise<void> {
  const known = migrations.filter(({ version }) => version <= schema)
  const options = { kind, now: () => now, backup: async () => undefined }
  await migrate(db, { ...options, migrations: known })
  await readRows(db, kind, rows)
  await migrate(db, { ...options, migrations })
}

async function restoreSqlite({ config: { home }, replaces, now }: Order, rows: string, schema: number): Promise<void> {
  const file = join(home, 'metadata.sqlite')
  if (existsSync(file) && !replaces) throw existing(home)
  const fresh = join(home, 'metadata.restoring.sqlite')
  const remove = () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(fresh + suffix, { force: true })
  }
  remove()
  try {
    const db = openSqlite(fresh)
    try {
      await fillStore(db, 'sqlite', rows, schema, now)
      await sql`pragma wal_checkpoint(truncate)`.execute(db)
    } finally {
      await db.destroy()
    }
    const aside = join(home, 'backups', `replaced-${stampOf(now)}`)
    for (const suffix of ['', '-wal', '-shm']) {
      if (!existsSync(file + suffix)) continue
      mkdirSync(aside, { recursive: true, mode: 0o700 })
      renameSync(file + suffix, join(aside, `metadata.sqlite${suffix}`))
    }
    renameSync(fresh, file)
  } finally {
    remove()
  }
}

const existing = (where: string) =>
  new BackupError(`${where} has metadata already. Add --replace to move them to the folder backups of the home.`)

/** Drops the tables, views and functions of this schema, but for those of extensions. */
async function dropAll(trx: Trx): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select case when c.relkind = 'v' then 'view ' else 'table ' end || c.oid::regclass as statement
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('v', 'r', 'p')
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union all
    select 'function ' || p.oid::regprocedure from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(trx)
  // one goes with another: a view with its table, a trigger with its function
  for (const { statement } of rows) {
    await sql.raw(`drop ${statement.replace(' ', ' if exists ')} cascade`).execute(trx)
  }
}

async function restorePostgres(order: Order, rows: string, schema: number): Promise<void> {
  const { config, replaces, now } = order
  const { db, kind } = await openAsIs(config)
  try {
    const { rows: others } = await sql`
      select 1 from pg_stat_activity
      where application_name = 'sextant' and datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    if (others.length > 0) throw new BackupError('A server uses this database. Stop all nodes first.')
    if ((await schemaVersion(db, kind)) > 0) {
      if (!replaces) throw existing('The database')
      const aside = join(config.home, 'backups', `replaced-${stampOf(now)}`)
      mkdirSync(aside, { recursive: true, mode: 0o700 })
      await writeRows(db, kind, join(aside, ROWS_FILE))
      await db.transaction().execute(dropAll)
    }
    await fillStore(db, kind, rows, schema, now)
  } finally {
    await db.destroy()
  }
}

/** The key of a backup must be that of its metadata: another one is moved aside, or the restore is refused. */
function restoreKey({ config: { home, keyFile }, folder, replaces, now }: Order): void {
  const kept = readFileSync(join(folder, KEY_FILE), 'utf8')
  if (existsSync(keyFile)) {
    if (readFileSync(keyFile, 'utf8') === kept) return
    if (!replaces) throw new BackupError(`${keyFile} is another key. Add --replace to move it to the folder backups.`)
    const aside = join(home, 'backups', `replaced-${stampOf(now)}`)
    mkdirSync(aside, { recursive: true, mode: 0o700 })
    renameSync(keyFile, join(aside, KEY_FILE))
  }
  copy(join(folder, KEY_FILE), keyFile)
}

/** Restores a backup into the home folder and the metadata store of this configuration. The server must be stopped. */
export async function restoreBackup(order: Order): Promise<{ schema: number; tables: number }> {
  const { config, folder } = order
  const rows = join(folder, ROWS_FILE)
  if (!existsSync(rows)) throw new BackupError(`${folder} has no ${ROWS_FILE}: it is not a backup.`)
  const { schema, tableFiles } = await checkRows(rows)
  const newest = migrations.at(-1)?.version ?? 0
  if (schema > newest) throw new NewerSchemaError(schema, newest)
  for (const file of [...tableFiles, KEY_FILE]) {
    if (!existsSync(inside(folder, file))) throw new BackupError(`The backup is not complete: ${file} is missing.`)
  }
  makePrivateFolder(config.home)
  // a table has the same name only if it is the same file; what is not named any more is deleted by the server
  for (const file of tableFiles) {
    const target = inside(config.home, file)
    if (!existsSync(target)) copy(inside(folder, file), target)
  }
  await (config.databaseUrl ? restorePostgres(order, rows, schema) : restoreSqlite(order, rows, schema))
  restoreKey(order)
  if (existsSync(join(folder, PLUGINS_FOLDER))) {
    cpSync(join(folder, PLUGINS_FOLDER), join(config.home, PLUGINS_FOLDER), { recursive: true })
  }
  // results of another state of the metadata: ids may mean something else
  rmSync(join(config.home, 'cache'), { recursive: true, force: true })
  return { schema, tables: tableFiles.length }
}
