import { splitStatements } from '../../engine/gate/statements.ts'
import type { Dataset, DatasetColumn } from '../../model/dataset/dataset.ts'
import { AppError } from '../../model/errors/errors.ts'
import { has, type Subject } from '../access/subject.ts'
import { rememberedViews } from '../chartData/ruledViews.ts'
import { likeDataset } from '../entities/sourceColumns.ts'
import { createEditorReader, type EditorServices, editorDatabase } from './editorReader.ts'
import { mentionsResults } from './namedResults.ts'
import { extraOf, type StoredQuery } from './queryAnswer.ts'
import { seesAllQueries } from './queryRights.ts'

const missing = () => new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
const notForChart = (why: string) => new AppError('GENERIC_COMMAND_ERROR', 400, `This query cannot be charted: ${why}.`)

/** A query that the subject may read. @throws AppError 404 */
export async function ownQuery({ db }: Pick<EditorServices, 'db'>, subject: Subject, id: number): Promise<StoredQuery> {
  const query = await db.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirst()
  const isOwn = query !== undefined && subject.user !== undefined && query.user_id === subject.user.id
  if (!query || !(isOwn || seesAllQueries(subject)) || !has(subject, 'can_execute_sql_query:SQLLab')) throw missing()
  return query
}

/**
 * Queries of SQL Lab as virtual datasets. Their rights are those of the editor, checked for each request: templates are
 * rendered here, without the arguments of a chart, and each table of the text is checked.
 */
export function createQueryDatasets(services: EditorServices): (subject: Subject, id: number) => Promise<Dataset> {
  const views = rememberedViews(services.engine)
  return async (subject, id) => {
    const query = await ownQuery(services, subject, id)
    if (mentionsResults(query.sql)) throw notForChart('it reads named results of a tab')
    const reader = await createEditorReader(services, views, {
      subject,
      database: await editorDatabase(services, subject, query.database_id),
      catalog: query.catalog,
      schema: query.schema,
      templateParams: query.template_params,
    })
    const split = splitStatements(reader.connection, await reader.rendered(query.sql, query.id))
    const last = split.ok ? split.statements.at(-1) : undefined
    if (!last) throw notForChart('it has no statement')
    const { kind, written } = await reader.allowed(last.sql)
    if (kind !== 'select') throw notForChart('its last statement is not a SELECT')
    // the text is not a template any more; it must not become one again
    if (/\{[{%#]/.test(written)) throw notForChart('its text contains the marks of a template')
    const dataset = await datasetOf(services, query)
    return { ...dataset, sql: written, ...(reader.schema === null ? {} : { namesIn: reader.schema }) }
  }
}

/** The statement whose rows a query returned, as written: a dataset of the query has this SQL. */
export async function lastStatement(
  { connections }: Pick<EditorServices, 'connections'>,
  { sql, database_id }: Pick<StoredQuery, 'sql' | 'database_id'>,
): Promise<string> {
  const split = splitStatements(await connections.of(database_id, null), sql)
  // SQL with templates may not be readable before they are rendered
  return (split.ok ? split.statements.at(-1)?.sql : undefined) ?? sql
}

/** A query with its columns as a dataset. Its id is negative, so that it never equals the id of a stored dataset. */
export async function datasetOf(services: Pick<EditorServices, 'db'>, query: StoredQuery): Promise<Dataset> {
  const columns = (extraOf(query).columns ?? []).map(
    ({ name, type, is_dttm }, at): DatasetColumn => ({
      id: at + 1,
      uuid: `query-${query.id}-${at}`,
      column_name: name,
      verbose_name: null,
      type,
      advanced_data_type: null,
      expression: null,
      description: null,
      filterable: true,
      groupby: true,
      is_active: true,
      is_dttm,
      python_date_format: null,
      extra: null,
    }),
  )
  const like = await likeDataset(services, {
    databaseId: query.database_id,
    table_name: query.tab_name ?? `Query ${query.id}`,
    schema: query.schema,
    sql: query.sql,
  })
  return {
    ...like,
    id: -query.id,
    uuid: `query-${query.id}`,
    changed_on: query.changed_on,
    main_dttm_col: columns.find((column) => column.is_dttm)?.column_name ?? null,
    columns,
  }
}
