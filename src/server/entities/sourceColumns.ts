import type { CatalogTable, ConnectionSpec } from '../../engine/contracts.ts'
import { dialectOf } from '../../engine/dialects/index.ts'
import { type Dataset, GenericType } from '../../model/dataset/dataset.ts'
import { AppError } from '../../model/errors/errors.ts'
import { wallClock } from '../../model/time/wallClock.ts'
import type { Subject } from '../access/subject.ts'
import { readRuledTables, readsTable } from '../chartData/fromServices.ts'
import { draftView } from '../chartData/readerView.ts'
import { withoutText } from '../chartData/rowRules.ts'
import type { Services } from '../services.ts'
import type { Row } from '../storage/schema.ts'
import { findDataset, schemaOfNames } from './datasets.ts'

/** A column as the database reports it. */
export interface SourceColumn {
  name: string
  type: string
  genericType: GenericType | null
}

interface Source {
  databaseId: number
  catalog?: string | null
  schema?: string | null
  table_name: string
  sql: string | null
  template_params?: string | null
}

type DatabaseFacts = Pick<Row<'databases'>, 'id' | 'uuid' | 'database_name' | 'backend' | 'cache_timeout'>

type Parts = Pick<Services, 'access' | 'config' | 'connections' | 'db' | 'engine' | 'gate' | 'now'>

/** The tables of an embedded database. */
export function catalogOf({ tables }: Pick<Services, 'tables'>, databaseId: number): Promise<CatalogTable[]> {
  return tables.catalog(databaseId)
}

/**
 * Columns of a table, or of the result of a SELECT; undefined if the table does not exist. Invalid SQL is an error of
 * the user who wrote it (422). `subject`: the user; templates may refer only to objects that this user may query.
 */
export async function sourceColumns(
  services: Parts & Pick<Services, 'tables'>,
  source: Source,
  subject: Subject,
): Promise<SourceColumn[] | undefined> {
  const connection = await services.connections.of(source.databaseId, subject)
  if (!source.sql) return tableColumns(services, source, connection)
  const { genericType } = dialectOf(connection.dialect)
  try {
    const columns = await describedColumns(services, { ...source, sql: source.sql }, connection, subject)
    const twice = columns.find(({ name }, at) => columns.findIndex((other) => other.name === name) < at)
    if (twice) {
      const message = `Two columns of this query are named "${twice.name}". Please give each column its own name.`
      throw new AppError('GENERIC_COMMAND_ERROR', 422, message)
    }
    return columns.map(({ name, type }) => ({ name, type, genericType: genericType(type) }))
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    throw new AppError('GENERIC_COMMAND_ERROR', 422, error.message, { fields: { sql: [error.message] }, cause: error })
  }
}

async function tableColumns(
  services: Parts & Pick<Services, 'tables'>,
  { databaseId, catalog = null, schema = null, table_name }: Source,
  connection: ConnectionSpec,
): Promise<SourceColumn[] | undefined> {
  if ('tables' in connection) {
    const table = (await catalogOf(services, databaseId)).find(({ name }) => name === table_name)
    return table?.columns.map(({ name, type, genericType }) => ({ name, type, genericType }))
  }
  const { genericType } = dialectOf(connection.dialect)
  const table = await services.engine.catalog(connection, { ask: 'table', catalog, schema, table: table_name })
  return table?.columns.map(({ name, type }) => ({ name, type, genericType: genericType(type) }))
}

/** Columns of the result of a SELECT. Templates have no query while columns are being detected. */
async function describedColumns(
  services: Parts,
  source: Source & { sql: string },
  connection: ConnectionSpec,
  subject: Subject,
) {
  const { access, config, db, engine, gate, now } = services
  const dataset = await likeDataset(services, source)
  const { sql, isRuled } = await draftView(
    {
      gate,
      findDataset: (id) => findDataset(db, id),
      checkAccess: (reader, id) => access.canReadData(reader, id),
      ruledTables: (databaseId, ids) => readRuledTables(db, databaseId, ids),
      readsTable: (reader, databaseId, place) => readsTable(db, reader, databaseId, place),
      newestPartition: (on, question) => engine.catalog(on, { ask: 'newestPartition', ...question }),
      findView: (on, place) => engine.catalog(on, { ask: 'view', ...place }),
    },
    {
      dataset,
      connection,
      dialect: dialectOf(connection.dialect),
      subject,
      form: {},
      args: {},
      now: wallClock(now(), config.timeZone),
      ...(dataset.namesIn === undefined ? {} : { namesIn: dataset.namesIn }),
    },
    source.sql,
  )
  const place = dataset.namesIn === undefined ? {} : { schema: dataset.namesIn }
  return engine.describe(connection, sql, place).catch((error: unknown) => {
    if (isRuled) withoutText(error)
    throw error
  })
}

/** A dataset that is not stored yet, in the form that templates need. */
export async function likeDataset({ db }: Pick<Parts, 'db'>, source: Source): Promise<Dataset> {
  const database = await db
    .selectFrom('databases')
    .select(['id', 'uuid', 'database_name', 'backend', 'cache_timeout'])
    .where('id', '=', source.databaseId)
    .executeTakeFirstOrThrow()
  return unstoredDataset(database, source)
}

/** The same as `likeDataset`, for a database that has been read already. */
export function unstoredDataset(
  { id, uuid, database_name: name, backend, cache_timeout }: DatabaseFacts,
  source: Omit<Source, 'databaseId'>,
): Dataset {
  return {
    id: 0,
    uuid: '',
    table_name: source.table_name,
    catalog: source.catalog ?? null,
    schema: source.schema ?? null,
    sql: source.sql,
    ...schemaOfNames(backend, { sql: source.sql, schema: source.schema ?? null }),
    main_dttm_col: null,
    offset: 0,
    cache_timeout: null,
    fetch_values_predicate: null,
    template_params: source.template_params ?? null,
    extra: null,
    changed_on: 0,
    database: { id, uuid, name, backend, cache_timeout },
    columns: [],
    metrics: [],
  }
}

/** Whether a source column is a time by its type. */
export const isTime = ({ genericType }: SourceColumn) => genericType === GenericType.temporal
