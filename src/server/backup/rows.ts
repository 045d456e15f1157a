import { once } from 'node:events'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { createGunzip, createGzip, type Gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { StoreKind } from '../storage/migrate.ts'
import type { Db, TableName, Trx } from '../storage/schema.ts'
import { openSqlite } from '../storage/sqlite.ts'

/**
 * The rows of a metadata store as lines of JSON, gzipped, the same for SQLite and PostgreSQL: `{schema}`, then `{table,
 * row}`, then `{rows}`. A file without its last line was cut off.
 */

/** Rows that are in memory at a time. */
const PAGE = 1000
/** SQLite accepts 32,766 values in a statement. */
const VALUES_PER_STATEMENT = 30_000

/** A file is not a complete backup. The message says why. */
export class BrokenBackup extends Error {}

type Row = Record<string, unknown>

/** Tables with rows of their own: neither the list of migrations nor virtual tables (indexes of texts, filled by triggers). */
async function tableNames(db: Db | Trx, kind: StoreKind): Promise<TableName[]> {
  const { rows } = await (kind === 'sqlite'
    ? sql<{ name: string }>`
        select name from pragma_table_list
        where schema = 'main' and type = 'table' and name not like 'sqlite%'`
    : sql<{ name: string }>`
        select table_name as name from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE'`
  ).execute(db)
  return rows
    .map(({ name }) => name)
    .filter((name) => name !== 'schema_migrations')
    .toSorted() as TableName[]
}

/** The version of the schema of a store; 0 if it is empty. */
export async function schemaVersion(db: Db | Trx, kind: StoreKind): Promise<number> {
  const { rows: found } = await (kind === 'sqlite'
    ? sql`select 1 from sqlite_master where name = 'schema_migrations'`
    : sql`select 1 from information_schema.tables
        where table_schema = current_schema() and table_name = 'schema_migrations'`
  ).execute(db)
  if (found.length === 0) return 0
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from schema_migrations`.execute(
    db,
  )
  return rows[0]?.version ?? 0
}

async function write(gzip: Gzip, value: unknown): Promise<void> {
  if (!gzip.write(`${JSON.stringify(value)}\n`)) await once(gzip, 'drain')
}

async function writeTable(trx: Trx, name: TableName, gzip: Gzip): Promise<number> {
  let count = 0
  await sql`declare backup_rows no scroll cursor for select * from ${sql.table(name)}`.execute(trx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(PAGE)} from backup_rows`.execute(trx)
    for (const row of rows) await write(gzip, { table: name, row })
    count += rows.length
    if (rows.length < PAGE) break
  }
  await sql`close backup_rows`.execute(trx)
  return count
}

async function writeFileRows(db: Db, name: TableName, gzip: Gzip): Promise<number> {
  let count = 0
  for await (const row of db.selectFrom(name).selectAll().stream()) {
    await write(gzip, { table: name, row })
    count += 1
  }
  return count
}

/** Writes one consistent state of a store that may be in use; returns the version of its schema. */
export async function writeRows(db: Db, kind: StoreKind, target: string): Promise<number> {
  const gzip = createGzip()
  const file = createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true })
  const written = finished(gzip.pipe(file))
  written.catch(() => undefined)

  async function writeAll(from: Db | Trx, tableRows: (name: TableName) => Promise<number>): Promise<number> {
    const schema = await schemaVersion(from, kind)
    await write(gzip, { schema })
    let rows = 0
    for (const name of await tableNames(from, kind)) rows += await tableRows(name)
    await write(gzip, { rows })
    return schema
  }

  async function ofPostgres(): Promise<number> {
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => writeAll(trx, (name) => writeTable(trx, name, gzip)))
  }

  /** A copy of the file first: reading for long would make the log of a busy server grow. */
  async function ofSqlite(): Promise<number> {
    const copyFile = `${target}.copy`
    try {
      await sql`vacuum into ${sql.lit(copyFile)}`.execute(db)
      const copy = openSqlite(copyFile)
      try {
        return await writeAll(copy, (name) => writeFileRows(copy, name, gzip))
      } finally {
        await copy.destroy()
      }
    } finally {
      for (const suffix of ['', '-wal', '-shm']) rmSync(copyFile + suffix, { force: true })
    }
  }

  try {
    const schema = await (kind === 'sqlite' ? ofSqlite() : ofPostgres())
    gzip.end()
    await written
    return schema
  } catch (error) {
    gzip.destroy()
    file.destroy()
    rmSync(target, { force: true })
    throw error
  }
}

interface Line {
  schema?: number
  table?: string
  row?: Row
  rows?: number
}

async function* linesOf(file: string): AsyncGenerator<Line> {
  const input = createReadStream(file).pipe(createGunzip())
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      yield JSON.parse(line) as Line
    }
  } catch (error) {
    throw new BrokenBackup(`${file} is damaged (${(error as Error).message}).`)
  }
}

/** Reads a backup to its end, and returns the version of its schema and its files. @throws BrokenBackup */
export async function checkRows(file: string): Promise<{ schema: number; tableFiles: string[] }> {
  let schema: number | undefined
  let total: number | undefined
  let rows = 0
  const tableFiles: string[] = []
  for await (const line of linesOf(file)) {
    schema ??= line.schema
    if (line.table !== undefined) rows += 1
    if (line.table === 'table_generations' && line.row?.['is_current'] === true)
      tableFiles.push(String(line.row['file']))
    total ??= line.rows
  }
  if (schema === undefined) throw new BrokenBackup(`${file} is not a backup of Sextant.`)
  if (total !== rows) throw new BrokenBackup(`${file} is not complete: it was cut off.`)
  return { schema, tableFiles }
}

/**
 * Runs `work` while rows may refer to rows that are not there yet; at its end all references are checked. PostgreSQL runs
 * no triggers meanwhile: what they write is in the backup. In SQLite they fill the indexes of texts.
 */
async function withoutReferences(db: Db, kind: StoreKind, work: (trx: Trx) => Promise<void>): Promise<void> {
  if (kind === 'sqlite') {
    await sql`pragma foreign_keys = off`.execute(db)
    await db.transaction().execute(async (trx) => {
      await work(trx)
      const { rows } = await sql`pragma foreign_key_check`.execute(trx)
      if (rows.length > 0) throw new BrokenBackup('The backup refers to rows that it does not have.')
    })
    await sql`pragma foreign_keys = on`.execute(db)
    return
  }
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ relation: string; name: string; definition: string }>`
      select conrelid::regclass::text as relation, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(trx)
    const names = await tableNames(trx, kind)
    for (const { relation, name } of rows) {
      await sql`alter table ${sql.raw(relation)} drop constraint ${sql.ref(name)}`.execute(trx)
    }
    for (const name of names) await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx)
    await work(trx)
    for (const name of names) await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx)
    for (const { relation, name, definition } of rows) {
      await sql`alter table ${sql.raw(relation)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(trx)
    }
  })
}

/** The next ids follow those of the backup. SQLite does this by itself. */
async function continueIds(trx: Trx, names: readonly TableName[]): Promise<void> {
  for (const name of names) {
    const { rows } = await sql<{ sequence: string | null }>`
      select pg_get_serial_sequence(table_name, column_name) as sequence from information_schema.columns
      where table_schema = current_schema() and table_name = ${name} and is_identity = 'YES'`.execute(trx)
    for (const { sequence } of rows) {
      await sql`select setval(${sequence}, coalesce((select max(id) from ${sql.table(name)}), 0) + 1, false)`.execute(
        trx,
      )
    }
  }
}

/** Fills a store of the same schema with the rows of a backup; what it has is deleted. All or nothing. */
export function readRows(db: Db, kind: StoreKind, file: string): Promise<void> {
  return withoutReferences(db, kind, async (trx) => {
    const names = await tableNames(trx, kind)
    // those that the backup has no row of
    const rest = new Set<string>(names)
    const known = new Set<string>(names)
    let table: TableName | undefined
    let batch: Row[] = []
    const flush = async () => {
      if (table !== undefined && batch.length > 0)
        await trx
          .insertInto(table)
          .values(batch as never)
          .execute()
      batch = []
    }
    for await (const line of linesOf(file)) {
      if (line.table === undefined || line.row === undefined) continue
      if (!known.has(line.table)) throw new BrokenBackup(`This release has no table ${line.table}.`)
      const isFull = batch.length * Object.keys(line.row).length >= VALUES_PER_STATEMENT - 1000
      if (line.table !== table || isFull || batch.length >= PAGE) await flush()
      table = line.table as TableName
      // rows of migrations, and of triggers of the tables before
      if (rest.delete(table)) await trx.deleteFrom(table).execute()
      batch.push(line.row)
    }
    await flush()
    for (const name of rest) await trx.deleteFrom(name as TableName).execute()
    if (kind === 'postgres') await continueIds(trx, names)
  })
}
