import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogTable } from '../../engine/contracts.ts'
import { moveDurably } from '../../engine/ingest/durable.ts'
import { type IngestedTable, ingestFile } from '../../engine/ingest/ingest.ts'
import type { IngestFormat } from '../../engine/ingest/ingestOrder.ts'
import { NO_SANDBOX, type Sandbox } from '../../engine/run/sandbox.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { Db, Trx } from '../storage/schema.ts'
import { createLocalFiles, deleteFile } from './localFiles.ts'
import { createRegistry, type EmbeddedConnection, embedded } from './registry.ts'
import type { SharedFiles } from './sharedFiles.ts'

/** The uuid of the examples database in bundles of the original. */
export const EXAMPLES_DATABASE_UUID = 'a2dc77af-e654-49bb-b321-40f6b559a1ee'

const DATA_FOLDER = 'data'
/** Grace period for queries that were planned on a replaced generation, on this and other nodes. */
const KEEP_REPLACED_MS = 600_000
/** Younger files without a row in the registry may belong to a running load. */
const KEEP_UNNAMED_MS = 3_600_000

export interface LoadOrder {
  databaseId: number
  table: string
  /** Absolute path of the file to read. */
  source: string
  format: IngestFormat
  userId?: number | null
  /**
   * A file from a user (`format` is then ignored). It creates a new table, and replaces an existing one only if
   * requested.
   */
  upload?: UploadReading
  /** What an upload does if the table exists. Default: reject. */
  ifExists?: 'replace' | 'append'
  /**
   * The table that was already created from the source, in a file on the same disk; undefined if the source must be
   * loaded.
   */
  ready?: () => Promise<{ path: string; table: IngestedTable } | undefined>
}

export type UploadReading = NonNullable<NonNullable<Parameters<typeof ingestFile>[3]>['upload']>

/**
 * The tables of embedded databases: which file is the current generation of each, and how new generations are created.
 */
export interface EmbeddedTables {
  /**
   * The connection with which the engine queries the current generations. Loads of other processes are visible within
   * 250 ms.
   */
  connection(databaseId: number): Promise<EmbeddedConnection>
  /** The connection that the first user most likely needs: the database with the most tables. */
  likelyConnection(): Promise<EmbeddedConnection | undefined>
  /** Tables with their columns, by name. */
  catalog(databaseId: number): Promise<CatalogTable[]>
  /**
   * Ingests a file and makes it the current generation in one transaction. Rejects with AppError for an invalid file.
   */
  load(order: LoadOrder, signal?: AbortSignal): Promise<IngestedTable>
  /** Deletes a table with all its generations, for example if its dataset could not be created. */
  drop(databaseId: number, table: string): Promise<void>
  /** Deletes generations that were replaced some time ago, and files left by failed loads. */
  removeOldGenerations(): Promise<void>
  /**
   * Copies to the shared location the current files that only this node has, such as those that it created before it
   * shared files.
   */
  share(): Promise<void>
}

export interface TablesOptions {
  sandbox?: Sandbox
  /** The location at which other nodes find the files; undefined: there are no other nodes. */
  shared?: SharedFiles | undefined
  /** Called in the transaction that makes new data current. */
  renewed?: (trx: Trx) => Promise<void>
}

export function createEmbeddedTables(
  db: Db,
  home: string,
  now: () => number,
  { sandbox = NO_SANDBOX, shared, renewed = async () => undefined }: TablesOptions = {},
): EmbeddedTables {
  const folder = join(home, DATA_FOLDER)
  const registry = createRegistry(db, home, now)
  const files = createLocalFiles(home, shared)

  return {
    async connection(databaseId) {
      const { connections } = await registry.current()
      return files.present(connections.get(databaseId) ?? embedded(databaseId, [], 'empty'))
    },

    async likelyConnection() {
      const { connections } = await registry.current()
      const count = ({ tables }: EmbeddedConnection) => Object.keys(tables).length
      const [likely] = [...connections.values()].sort((a, b) => count(b) - count(a))
      return likely && files.present(likely)
    },

    async catalog(databaseId) {
      const rows = await db
        .selectFrom('table_generations')
        .select(['table_name', 'columns'])
        .where('database_id', '=', databaseId)
        .where('is_current', '=', true)
        .orderBy('table_name')
        .execute()
      return rows.map(({ table_name, columns }) => ({
        name: table_name,
        type: 'table',
        columns: JSON.parse(columns) as CatalogTable['columns'],
      }))
    },

    async load(order, signal) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = fileName(order.table)
      const path = join(folder, file)
      const base = order.ifExists === 'append' ? await currentFile(db, order) : undefined
      if (base !== undefined) await files.bring(base)
      const ready = base === undefined ? await order.ready?.() : undefined
      if (ready) moveDurably(ready.path, path)
      const table =
        ready?.table ??
        (await ingestFile(order.source, order.format, path, {
          signal,
          scratchFolder: join(home, 'scratch'),
          sandbox,
          base: base && join(home, base),
          upload: order.upload,
        }))
      const name = `${DATA_FOLDER}/${file}`
      try {
        await files.give(name)
        await makeCurrent(db, order, { file: name, table, createdOn: now(), base }, renewed)
      } catch (error) {
        await files.remove(name)
        throw error
      }
      registry.refresh()
      return table
    },

    async drop(databaseId, table) {
      const rows = await db
        .deleteFrom('table_generations')
        .where('database_id', '=', databaseId)
        .where('table_name', '=', table)
        .returning('file')
        .execute()
      for (const { file } of rows) await files.remove(file)
      registry.refresh()
    },

    async removeOldGenerations() {
      const rows = await db.selectFrom('table_generations').selectAll().execute()
      const replacedOn = new Map(
        rows.filter((row) => row.is_current).map((row) => [tableKey(row), row.created_on] as const),
      )
      const old = rows.filter(
        (row) => !row.is_current && (replacedOn.get(tableKey(row)) ?? row.created_on) < now() - KEEP_REPLACED_MS,
      )
      for (const { id, file } of old) {
        // the row is deleted last: if the file cannot be deleted now, the next call tries it again
        if (await files.remove(file)) await db.deleteFrom('table_generations').where('id', '=', id).execute()
      }
      const named = new Set(rows.map(({ file }) => file))
      for (const name of filesIn(folder)) {
        const path = join(folder, name)
        if (!named.has(`${DATA_FOLDER}/${name}`) && isOlder(path, Date.now() - KEEP_UNNAMED_MS)) deleteFile(path)
      }
    },

    async share() {
      const rows = await db.selectFrom('table_generations').select('file').where('is_current', '=', true).execute()
      for (const { file } of rows) await files.giveMissing(file)
    },
  }
}

/** The file of the current generation, relative to the home folder. */
async function currentFile(db: Db, order: LoadOrder): Promise<string | undefined> {
  const row = await db
    .selectFrom('table_generations')
    .select('file')
    .where('database_id', '=', order.databaseId)
    .where('table_name', '=', order.table)
    .where('is_current', '=', true)
    .executeTakeFirst()
  return row?.file
}

interface NewGeneration {
  file: string
  table: IngestedTable
  createdOn: number
  /** the file that the rows were appended to */
  base?: string
}

async function makeCurrent(
  db: Db,
  order: LoadOrder,
  { file, table, createdOn, base }: NewGeneration,
  renewed: (trx: Trx) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // the update comes first: it takes the write lock, so two loads of one table run one after the other
    const replaced = await trx
      .updateTable('table_generations')
      .set({ is_current: false })
      .where('database_id', '=', order.databaseId)
      .where('table_name', '=', order.table)
      .where('is_current', '=', true)
      .returning('file')
      .execute()
    // rows that another process added while these were read would be lost
    if (base !== undefined && replaced[0]?.file !== base) throw tableChanged(order.table)
    const { last } = await trx
      .selectFrom('table_generations')
      .select((eb) => eb.fn.max('generation').as('last'))
      .where('database_id', '=', order.databaseId)
      .where('table_name', '=', order.table)
      .executeTakeFirstOrThrow()
    if (order.upload && !order.ifExists && last !== null) throw tableExists(order.table)
    await trx
      .insertInto('table_generations')
      .values({
        database_id: order.databaseId,
        table_name: order.table,
        generation: (last ?? 0) + 1,
        file,
        rows: table.rows,
        bytes: table.bytes,
        columns: JSON.stringify(table.columns),
        is_current: true,
        created_on: createdOn,
        created_by: order.userId ?? null,
      })
      .execute()
    await renewed(trx)
  })
}

/** The error for a name that is already used. */
export const tableExists = (table: string) =>
  new AppError('GENERIC_COMMAND_ERROR', 422, `The table ${table} already exists. Choose another name.`, {
    fields: { table_name: [`The table ${table} already exists. Choose another name.`] },
  })

const tableChanged = (table: string) =>
  new AppError(
    'GENERIC_COMMAND_ERROR',
    409,
    `The table ${table} was changed by another user in the meantime. Please try again.`,
  )

const tableKey = (row: { database_id: number; table_name: string }) => `${row.database_id} ${row.table_name}`

/** A table name can be any text, a file name cannot. A file name never consists of user text alone. */
function fileName(table: string): string {
  const readable = table.replaceAll(/[^\p{L}\p{N}_ -]/gu, '_').slice(0, 60)
  return `${readable}.${randomBytes(6).toString('hex')}.duckdb`
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isOlder(path: string, than: number): boolean {
  try {
    return statSync(path).mtimeMs < than
  } catch {
    return false
  }
}

/** The embedded database that bundles call `examples`; created if it does not exist. */
export async function ensureExamplesDatabase(db: Db, now: () => number): Promise<number> {
  const find = () =>
    db.selectFrom('databases').select('id').where('uuid', '=', EXAMPLES_DATABASE_UUID).executeTakeFirst()
  const found = await find()
  if (found) return found.id
  await db
    .insertInto('databases')
    .values({
      uuid: EXAMPLES_DATABASE_UUID,
      database_name: 'examples',
      backend: 'duckdb',
      sqlalchemy_uri: 'duckdb:///',
      is_embedded: true,
      allow_file_upload: true,
      created_on: now(),
      changed_on: now(),
    })
    // another process may have created the database in the meantime
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await find()
  if (!made) throw new Error('the database `examples` could not be created: its name is already used')
  return made.id
}
