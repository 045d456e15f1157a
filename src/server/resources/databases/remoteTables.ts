import { LRUCache } from 'lru-cache'
import type { CatalogAnswers, ConnectionSpec, TableDetails, TableEntry } from '../../../engine/contracts.ts'
import { dialectOf } from '../../../engine/dialects/index.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { isRecord, parseObject } from '../../../model/wire/json.ts'
import { type DatabaseRef, type Subject, seesAllData, seesSchema, seesTables } from '../../access/subject.ts'
import { notFound } from '../../entities/owners.ts'
import type { Services } from '../../services.ts'
import { type NamesText, namesText, namesWith } from './namesText.ts'

/** The contents of a remote database, as far as the caller may see them. */

type Remote = Extract<ConnectionSpec, { options: Record<string, unknown> }>

interface Asked {
  services: Services
  subject: Subject
  database: DatabaseRef
  connection: Remote
  /** The settings of the database, as JSON text. */
  extra: string | null
}

/** Texts that mean "no schema" in addresses. */
const missing = new Set(['', 'null', 'undefined'])
export const namedSchema = (schema: string) => (missing.has(schema) ? null : schema)

/** Datasets of tables that the caller may see. */
const visibleDatasets = ({ services: { db, access }, subject, database }: Asked) =>
  db
    .selectFrom('datasets')
    .select(['schema', 'table_name'])
    .where('database_id', '=', database.id)
    // the name of a virtual dataset is not the name of a table
    .where((eb) => eb.or([eb('sql', 'is', null), eb('sql', '=', '')]))
    .where(access.visible.datasets(subject))
    .execute()

const unreachable = (error: unknown): never => {
  if (!(error instanceof AppError) || error.status === 499) throw error
  throw new AppError(error.code, error.status < 500 ? 422 : error.status, error.message, {
    extra: error.extra,
    cause: error,
  })
}

type Schemas = CatalogAnswers['schemas']
const MOST_SCHEMA_LISTS = 1000
const schemaLists = new LRUCache<string, Schemas>({ max: MOST_SCHEMA_LISTS })

/** How many milliseconds names are cached, from the database's settings in seconds. 0: they are not cached. */
function cachedMs(
  { extra }: Asked,
  setting: 'schema_cache_timeout' | 'table_cache_timeout',
  defaultMs: number,
): number {
  const { metadata_cache_timeout: timeouts } = parseObject(extra)
  const seconds = isRecord(timeouts) ? timeouts[setting] : undefined
  return typeof seconds === 'number' && seconds >= 0 ? seconds * 1000 : defaultMs
}

/** All schemas. `force`: read from the database, not from the cache. */
async function schemasOf(asked: Asked, force: boolean): Promise<Schemas> {
  const { services, connection } = asked
  const key = JSON.stringify([connection.databaseId, connection.dataVersion])
  const known = force ? undefined : schemaLists.get(key)
  if (known) return known
  const schemas = await services.engine.catalog(connection, { ask: 'schemas', catalog: null }).catch(unreachable)
  const ttl = cachedMs(asked, 'schema_cache_timeout', 0)
  if (ttl > 0) schemaLists.set(key, schemas, { ttl })
  else schemaLists.delete(key)
  return schemas
}

export async function remoteSchemas(asked: Asked, force: boolean): Promise<string[]> {
  const { subject, database } = asked
  const { names, default: own } = await schemasOf(asked, force)
  if (seesTables(subject, database)) return names
  const used = new Set((await visibleDatasets(asked)).map(({ schema }) => schema || own))
  return names.filter((name) => used.has(name) || seesSchema(subject, database, name))
}

/**
 * How long lists of tables are cached, unless the database has another setting: listing a schema with hundreds of
 * thousands of tables takes seconds, and must not be repeated while a user types.
 */
const LISTED_MS = 60_000
/** Maximum number of tables in all cached lists. */
const MOST_LISTED = 1_000_000
const listed = new LRUCache<string, readonly TableEntry[]>({
  maxSize: MOST_LISTED,
  sizeCalculation: (tables) => tables.length + 1,
})

/** All tables of a schema. `force`: read from the database, not from the cache. */
async function tablesOf(asked: Asked, schema: string | null, force: boolean) {
  const { services, connection } = asked
  const key = JSON.stringify([connection.databaseId, connection.dataVersion, schema])
  const known = force ? undefined : listed.get(key)
  if (known) return known
  const tables = await services.engine.catalog(connection, { ask: 'tables', catalog: null, schema }).catch(unreachable)
  const ttl = cachedMs(asked, 'table_cache_timeout', LISTED_MS)
  if (ttl > 0) listed.set(key, tables, { ttl })
  else listed.delete(key)
  return tables
}

/** Which tables of a schema are requested; all, if there is neither a filter nor a page. */
export interface TablesAsked {
  schema: string
  force: boolean
  /** A part of the name. Names that begin with it come first. */
  filter: string
  page: number
  pageSize: number | undefined
}

/** The names of the tables in cached lists, joined for searching. */
const searchedNames = new WeakMap<readonly object[], NamesText>()

/** Tables whose names contain a text; names that begin with it come first. */
function tablesNamed<T extends { name: string }>(tables: readonly T[], wanted: string): T[] {
  let names = searchedNames.get(tables)
  if (!names) {
    names = namesText(tables.map(({ name }) => name))
    searchedNames.set(tables, names)
  }
  return namesWith(names, wanted).map((at) => tables[at] as T)
}

/** The requested page of a list of tables, in the format of pickers, with the number of all that match. */
export function pageOfTables<T extends { name: string; type: string }>(
  tables: readonly T[],
  { filter, page, pageSize }: Pick<TablesAsked, 'filter' | 'page' | 'pageSize'>,
) {
  const found = filter === '' ? tables : tablesNamed(tables, filter.toLowerCase())
  const shown = pageSize === undefined ? found : found.slice(page * pageSize, (page + 1) * pageSize)
  return {
    count: found.length,
    result: shown.map(({ name, type }) => ({ value: name, type: type === 'table' ? 'table' : 'view', extra: null })),
  }
}

export async function remoteTableList(asked: Asked, wanted: TablesAsked) {
  const { subject, database } = asked
  const schema = namedSchema(wanted.schema)
  const tables = await tablesOf(asked, schema, wanted.force)
  const visible = seesSchema(subject, database, schema) ? tables : await onlyDatasets(asked, schema, tables)
  return pageOfTables(visible, wanted)
}

async function onlyDatasets<T extends { name: string }>(
  asked: Asked,
  schema: string | null,
  tables: readonly T[],
): Promise<T[]> {
  const own = schema === null ? null : await defaultSchema(asked)
  const names = new Set(
    (await visibleDatasets(asked))
      .filter((row) => schema === null || (row.schema || own) === schema)
      .map((row) => row.table_name),
  )
  return tables.filter(({ name }) => names.has(name))
}

const defaultSchema = async ({ services, connection }: Asked) =>
  (await services.engine.catalog(connection, { ask: 'schemas', catalog: null }).catch(unreachable)).default

/** One table. A table that the caller may not see is treated as one that does not exist. */
async function findTable(asked: Asked, name: string, schemaName: string): Promise<TableDetails | null> {
  const { services, subject, database, connection } = asked
  const schema = namedSchema(schemaName)
  if (!seesSchema(subject, database, schema)) {
    const [seen] = await onlyDatasets(asked, schema, [{ name }])
    if (!seen) return null
  }
  return services.engine.catalog(connection, { ask: 'table', catalog: null, schema, table: name }).catch(unreachable)
}

/** Columns, keys and a SELECT statement of a table. */
export async function remoteTableMetadata(asked: Asked, name: string, schemaName: string) {
  const table = await findTable(asked, name, schemaName)
  if (!table) {
    if (seesAllData(asked.subject)) throw new AppError('GENERIC_COMMAND_ERROR', 422, name)
    throw notFound()
  }
  const keys = keysOf(table)
  return {
    name,
    columns: table.columns.map(({ name: column, type, comment }) => ({
      name: column,
      type: type.replace(/\(.*\)$/, '').toUpperCase(),
      longType: type.toUpperCase(),
      keys: keys.filter(({ column_names }) => column_names.includes(column)),
      comment,
    })),
    primaryKey: table.primaryKey
      ? {
          constrained_columns: table.primaryKey.columns,
          column_names: table.primaryKey.columns,
          name: table.primaryKey.name,
          type: 'pk',
        }
      : { constrained_columns: null, name: null },
    foreignKeys: keys.filter(({ type }) => type === 'fk'),
    indexes: keys.filter(({ type }) => type === 'index'),
    selectStar: statement(asked, table, name, schemaName),
    comment: table.comment,
  }
}

function keysOf(table: TableDetails) {
  const primary = table.primaryKey
    ? [{ column_names: table.primaryKey.columns, name: table.primaryKey.name, type: 'pk' }]
    : []
  const foreign = table.foreignKeys.map(({ columns, name, references }) => ({
    column_names: columns,
    name,
    options: {},
    referred_columns: references.columns,
    referred_schema: references.schema,
    referred_table: references.table,
    type: 'fk',
  }))
  const indexes = table.indexes.map(({ columns, name, isUnique }) => ({
    column_names: columns,
    name,
    unique: isUnique,
    type: 'index',
  }))
  return [...primary, ...foreign, ...indexes]
}

/** A SELECT statement that shows a table. */
export async function remoteTableStatement(asked: Asked, name: string, schemaName: string): Promise<string> {
  const table = await findTable(asked, name, schemaName)
  if (!table) throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Table not found in the database')
  return statement(asked, table, name, schemaName)
}

const ROWS_SHOWN = 100

function statement({ connection }: Asked, table: TableDetails, name: string, schemaName: string): string {
  const dialect = dialectOf(connection.dialect)
  const quote = (text: string) => (/^[a-z_][a-z0-9_]*$/.test(text) ? text : dialect.quote(text))
  const schema = namedSchema(schemaName)
  const from = [schema, name]
    .filter((part) => part !== null)
    .map(quote)
    .join('.')
  const { head, tail } = dialect.rowWindow({ limit: ROWS_SHOWN, offset: 0, isOrdered: false })
  const columns = table.columns.map((column) => quote(column.name)).join(',\n       ')
  return [`SELECT ${head ? `${head} ` : ''}${columns}`, `FROM ${from}`, ...tail].join('\n')
}

/** What the database reports about a table in addition to its columns: its partitions. */
export async function remoteTableExtra(asked: Asked, name: string, schemaName: string) {
  const table = await findTable(asked, name, schemaName)
  if (!table) throw notFound()
  const { partitions } = table
  return partitions ? { partitions: { cols: partitions.columns, latest: partitions.latest ?? {} } } : {}
}

/**
 * The remote database of a request; null if the database is embedded.
 * @throws AppError 404 if it does not exist
 */
export async function askRemote(services: Services, subject: Subject, id: number): Promise<Asked | null> {
  const database = await services.db
    .selectFrom('databases')
    .select(['id', 'is_embedded', 'extra'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!database) throw notFound()
  const { extra, ...ref } = database
  if (ref.is_embedded) return null
  const connection = await services.connections.of(id, subject)
  return 'options' in connection ? { services, subject, database: ref, connection, extra } : null
}
