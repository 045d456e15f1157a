import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { isDiskFull } from '../storage/fullDisk.ts'
import { type StoreKind, schemaVersion } from '../storage/migrate.ts'
import type { Db, TableName, Trx } from '../storage/schema.ts'
import { openSqlite } from '../storage/sqlite.ts'
import { BackupError } from './backupError.ts'
import { isTableFile } from './contents.ts'

/**
 * The rows of a metadata store as lines of JSON, gzipped, the same for SQLite and PostgreSQL: `{schema}`, then `{table,
 * row}`, then `{rows}`. A file without its last line was cut off.
 */

/** Number of rows that are in memory at a time. */
const PAGE = 1000
/** SQLite accepts 32,766 values in a statement. */
const VALUES_PER_STATEMENT = 30_000

type Row = Record<string, unknown>

/**
 * Tables with their own rows: not the list of migrations, virtual tables (filled by triggers), or those of extensions.
 */
async function tableNames(db: Db | Trx, kind: StoreKind): Promise<TableName[]> {
  const { rows } = await (kind === 'sqlite'
    ? sql<{ name: string }>`
        select name from pragma_table_list
        where schema = 'main' and type = 'table' and name not like 'sqlite%'`
    : sql<{ name: string }>`
        select relname as name from pg_class c
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
          and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`
  ).execute(db)
  return rows
    .map(({ name }) => name)
    .filter((name) => name !== 'schema_migrations')
    .toSorted() as TableName[]
}

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`

async function* postgresRows(trx: Trx, name: TableName): AsyncGenerator<Row> {
  await sql`declare backup_rows no scroll cursor for select * from ${sql.table(name)}`.execute(trx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(PAGE)} from backup_rows`.execute(trx)
    yield* rows
    if (rows.length < PAGE) break
  }
  await sql`close backup_rows`.execute(trx)
}

/** The content of a backup of a store, besides its rows. */
interface Written {
  /** The version of its schema. */
  schema: number
  /** The files of the current tables, relative to the home. */
  tableFiles: string[]
}

/** Writes one consistent state of a store that may be in use. */
export async function writeRows(db: Db, kind: StoreKind, target: string, signal?: AbortSignal): Promise<Written> {
  const written: Written = { schema: 0, tableFiles: [] }

  async function* lines(from: Db | Trx, rowsOf: (name: TableName) => AsyncIterable<Row>): AsyncGenerator<string> {
    written.schema = await schemaVersion(from, kind)
    yield lineOf({ schema: written.schema })
    let rows = 0
    for (const name of await tableNames(from, kind)) {
      for await (const row of rowsOf(name)) {
        if (name === 'table_generations' && row['is_current'] === true) written.tableFiles.push(String(row['file']))
        rows += 1
        yield lineOf({ table: name, row })
      }
    }
    yield lineOf({ rows })
  }

  // if the file cannot be written, for example on a full disk, the reading ends too
  const write = (text: AsyncIterable<string>) =>
    pipeline(Readable.from(text), createGzip(), createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true }), {
      signal,
    })

  /** Copies the file first: reading it for long would make the log of a busy server grow. */
  async function ofSqlite(): Promise<void> {
    const copyFile = `${target}.copy`
    try {
      await sql`vacuum into ${sql.lit(copyFile)}`.execute(db)
      const copy = openSqlite(copyFile)
      try {
        await write(lines(copy, (name) => copy.selectFrom(name).selectAll().stream() as AsyncIterable<Row>))
      } finally {
        await copy.destroy()
      }
    } finally {
      for (const suffix of ['', '-wal', '-shm']) rmSync(copyFile + suffix, { force: true })
    }
  }

  await (kind === 'sqlite'
    ? ofSqlite()
    : db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((trx) => write(lines(trx, (name) => postgresRows(trx, name)))))
  return written
}

interface Line {
  schema?: number
  table?: string
  row?: Row
  rows?: number
}

async function* textLines(file: string, signal?: AbortSignal): AsyncGenerator<string> {
  const input = createReadStream(file, { signal })
  const text = createGunzip().setEncoding('utf8')
  input.on('error', (error) => text.destroy(error))
  let rest = ''
  try {
    for await (const piece of input.pipe(text)) {
      const [first = '', ...more] = String(piece).split('\n')
      rest += first
      for (const next of more) {
        yield rest
        rest = next
      }
    }
  } finally {
    input.destroy()
  }
  if (rest !== '') yield rest
}

async function* linesOf(file: string, signal?: AbortSignal): AsyncGenerator<Line> {
  try {
    for await (const line of textLines(file, signal)) yield JSON.parse(line) as Line
  } catch (error) {
    signal?.throwIfAborted()
    throw new BackupError(`${file} is damaged (${(error as Error).message}).`)
  }
}

/**
 * Runs `work` while rows may refer to rows that do not exist yet; afterwards all references are checked. In PostgreSQL,
 * triggers are off during `work`, because the backup contains what they write. In SQLite, triggers stay on, because
 * they fill the text indexes; references are off for the whole connection, because a transaction cannot change that.
 */
async function withoutReferences(trx: Trx, kind: StoreKind, work: () => Promise<void>): Promise<void> {
  if (kind === 'sqlite') {
    await work()
    const { rows } = await sql`pragma foreign_key_check`.execute(trx)
    if (rows.length > 0) throw new BackupError('The backup refers to rows that it does not have.')
    return
  }
  const { rows } = await sql<{ relation: string; name: string; definition: string }>`
    select conrelid::regclass::text as relation, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(trx)
  const names = await tableNames(trx, kind)
  for (const { relation, name } of rows) {
    await sql`alter table ${sql.raw(relation)} drop constraint ${sql.ref(name)}`.execute(trx)
  }
  for (const name of names) await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx)
  await work()
  for (const name of names) await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx)
  for (const { relation, name, definition } of rows) {
    await sql`alter table ${sql.raw(relation)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(trx)
  }
}

/** Lets the next ids follow those of the backup. SQLite does this by itself. */
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

/** SQLSTATE classes of rows that do not fit: wrong values, broken constraints, unknown columns. */
const NO_FIT = /^(22|23|42)/

/** Whether the store refused the rows themselves. */
function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return !isDiskFull(error) && (code === 'ERR_SQLITE_ERROR' || (typeof code === 'string' && NO_FIT.test(code)))
}

async function insert(trx: Trx, table: TableName, batch: readonly Row[]): Promise<void> {
  try {
    await trx
      .insertInto(table)
      .values(batch as never)
      .execute()
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw new BackupError(`The backup is damaged: its rows of ${table} do not fit (${(error as Error).message}).`)
  }
}

/**
 * Fills a store of the schema `schema` with the rows of a backup; existing rows are deleted. `hasFile` tells whether
 * the backup has the file of a table. In SQLite, references must be off. @throws BackupError
 */
export function readRows(
  trx: Trx,
  kind: StoreKind,
  {
    file,
    schema,
    hasFile,
    signal,
  }: {
    file: string
    schema: number
    hasFile: (path: string) => boolean
    signal?: AbortSignal | undefined
  },
): Promise<void> {
  return withoutReferences(trx, kind, async () => {
    const names = await tableNames(trx, kind)
    const known = new Set<string>(names)
    // tables without a row in the backup
    const rest = new Set<string>(names)
    let table: TableName | undefined
    let batch: Row[] = []
    let rows = 0
    let total: number | undefined
    const flush = async () => {
      if (table !== undefined && batch.length > 0) await insert(trx, table, batch)
      batch = []
    }
    for await (const line of linesOf(file, signal)) {
      if (line.schema !== undefined && line.schema !== schema) throw new BackupError(`${file} has another schema.`)
      total ??= line.rows
      if (line.table === undefined || line.row === undefined) continue
      if (!known.has(line.table)) throw new BackupError(`This release has no table ${line.table}.`)
      if (line.table === 'table_generations') checkGeneration(line.row, hasFile)
      const isFull = batch.length * Object.keys(line.row).length >= VALUES_PER_STATEMENT - 1000
      if (line.table !== table || isFull || batch.length >= PAGE) await flush()
      table = line.table as TableName
      // rows created by migrations, and by triggers of earlier tables
      if (rest.delete(table)) await trx.deleteFrom(table).execute()
      batch.push(line.row)
      rows += 1
    }
    await flush()
    if (total !== rows) throw new BackupError(`${file} is not complete: it was cut off.`)
    for (const name of rest) await trx.deleteFrom(name as TableName).execute()
    if (kind === 'postgres') await continueIds(trx, names)
  })
}

/** The server reads and deletes the files that these rows name: none may be elsewhere. */
function checkGeneration(row: Row, hasFile: (path: string) => boolean): void {
  const path = String(row['file'])
  if (!isTableFile(path)) throw new BackupError(`The backup names a file outside of its tables: ${path}`)
  if (row['is_current'] === true && !hasFile(path)) {
    throw new BackupError(`The backup is not complete: ${path} is missing.`)
  }
}
