import type { QueryAnswer, QueryExtra } from '../../model/sqlLab/sqlLabAnswers.ts'
import { parseObject } from '../../model/wire/json.ts'
import { isoTime } from '../../model/wire/wireTime.ts'
import { findPeople, nameOf } from '../entities/people.ts'
import type { Db, Row } from '../storage/schema.ts'

export type StoredQuery = Row<'queries'>

/** Queries in the format of SQL Lab, in the given order. */
export async function queryAnswers(db: Db, queries: readonly StoredQuery[]): Promise<QueryAnswer[]> {
  const people = await findPeople(
    db,
    queries.map(({ user_id }) => user_id),
  )
  const ids = [...new Set(queries.map(({ database_id }) => database_id))]
  const databases =
    ids.length === 0
      ? []
      : await db.selectFrom('databases').select(['id', 'database_name']).where('id', 'in', ids).execute()
  const names = new Map(databases.map(({ id, database_name }) => [id, database_name]))
  return queries.map((query) => ({
    changedOn: isoTime(query.changed_on),
    changed_on: isoTime(query.changed_on),
    dbId: query.database_id,
    db: names.get(query.database_id) ?? null,
    endDttm: query.end_time,
    errorMessage: query.error_message,
    executedSql: query.executed_sql,
    id: query.client_id,
    queryId: query.id,
    limit: query.row_limit,
    limitingFactor: query.limiting_factor,
    progress: query.progress,
    rows: query.rows,
    catalog: query.catalog,
    schema: query.schema,
    ctas: query.select_as_cta,
    serverId: query.id,
    sql: query.sql,
    sqlEditorId: query.sql_editor_id,
    startDttm: query.start_time,
    state: query.status,
    tab: query.tab_name,
    tempSchema: query.tmp_schema_name,
    tempTable: query.tmp_table_name,
    userId: query.user_id,
    user: query.user_id === null ? null : nameOf(people, query.user_id),
    resultsKey: query.results_key,
    trackingUrl: query.tracking_url,
    extra: extraOf(query),
  }))
}

export async function queryAnswer(db: Db, query: StoredQuery): Promise<QueryAnswer> {
  const [answer] = await queryAnswers(db, [query])
  return answer as QueryAnswer
}

/** Only this server writes the column, so its content is not checked. */
export const extraOf = ({ extra }: Pick<StoredQuery, 'extra'>) => parseObject(extra) as QueryExtra
