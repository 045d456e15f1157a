import type { CatalogTable, ConnectionSpec } from '../../engine/contracts.ts'
import { dialectOf } from '../../engine/dialects/index.ts'
import { isTemplate } from '../../engine/templates/index.ts'
import { type Dataset, GenericType } from '../../model/dataset.ts'
import { AppError } from '../../model/errors.ts'
import { wallClock } from '../../model/wallClock.ts'
import type { Subject } from '../access/subject.ts'
import { TemplateSession } from '../chartData/templateSession.ts'
import type { Services } from '../services.ts'
import { findDataset } from './datasets.ts'

/** A column as the database describes it. */
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

type Parts = Pick<Services, 'access' | 'connections' | 'db' | 'engine' | 'gate' | 'now'>

/** The tables of an embedded database. */
export function catalogOf({ tables }: Pick<Services, 'tables'>, databaseId: number): Promise<CatalogTable[]> {
  return tables.catalog(databaseId)
}

/**
 * Columns of a table, or of the result of a SELECT; undefined when there is no such table. A statement that cannot be
 * read is an error of whoever wrote it (422). `subject`: who asks; templates may name only what he may query.
 */
export async function sourceColumns(
  services: Parts & Pick<Services, 'tables'>,
  source: Source,
  subject: Subject,
): Promise<SourceColumn[] | undefined> {
  const connection = await services.connections.of(source.databaseId)
  if (!source.sql) return tableColumns(services, source, connection)
  const { genericType } = dialectOf(connection.dialect)
  try {
    const sql = await renderedSql(services, { ...source, sql: source.sql }, connection, subject)
    const tables = 'tables' in connection ? Object.keys(connection.tables as Record<string, string>) : null
    const verdict = await services.gate.query(connection, sql, tables)
    if (!verdict.ok) throw new AppError('GENERIC_COMMAND_ERROR', 422, verdict.message)
    const columns = await services.engine.describe(connection, sql)
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

/** Templates know nothing of a query while columns are detected. */
async function renderedSql(
  services: Parts,
  source: Source & { sql: string },
  connection: ConnectionSpec,
  subject: Subject,
): Promise<string> {
  const sql = source.sql.replace(/[;\s]+$/, '')
  if (!isTemplate(sql)) return sql
  const dataset = await likeDataset(services, source)
  const now = wallClock(services.now(), 'UTC')
  const dialect = dialectOf(connection.dialect)
  const session = new TemplateSession({ dataset, dialect, subject, form: {}, args: {}, now, query: null })
  return session.settle(
    () => session.render(sql, 'virtual dataset query'),
    async (id) => {
      const named = await findDataset(services.db, id)
      if (named?.database.id !== source.databaseId) return null
      const isOpen = await services.access.canReadData(subject, id).then(
        () => true,
        () => false,
      )
      // only types are read here, no rows
      return isOpen ? { dataset: named, rules: [] } : null
    },
  )
}

/** A dataset that is not stored yet, as templates need one. */
async function likeDataset({ db }: Parts, source: Source): Promise<Dataset> {
  const database = await db
    .selectFrom('databases')
    .select(['id', 'uuid', 'database_name as name', 'backend', 'cache_timeout'])
    .where('id', '=', source.databaseId)
    .executeTakeFirstOrThrow()
  return {
    id: 0,
    uuid: '',
    table_name: source.table_name,
    catalog: source.catalog ?? null,
    schema: source.schema ?? null,
    sql: source.sql,
    main_dttm_col: null,
    offset: 0,
    cache_timeout: null,
    fetch_values_predicate: null,
    template_params: source.template_params ?? null,
    extra: null,
    changed_on: 0,
    database,
    columns: [],
    metrics: [],
  }
}

/** Whether a source column is a time by its type. */
export const isTime = ({ genericType }: SourceColumn) => genericType === GenericType.temporal
