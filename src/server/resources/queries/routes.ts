import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { QueryAnswer, QueryRow } from '../../../model/sqlLab/sqlLabAnswers.ts'
import { StopBody } from '../../../model/sqlLab/sqlLabForms.ts'
import { parseFields } from '../../../model/wire/fields.ts'
import { objectOf, QueryViolation } from '../../../model/wire/listQuery.ts'
import type { Subject } from '../../access/subject.ts'
import { declareResource } from '../../declared/declareResource.ts'
import { user } from '../../declared/fields.ts'
import { readQ } from '../../listing/list.ts'
import { qParam } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'
import { endAbandoned } from '../../sqlLab/abandoned.ts'
import { queryAnswers } from '../../sqlLab/queryAnswer.ts'
import { seesAllQueries } from '../../sqlLab/queryRights.ts'
import type { Row } from '../../storage/schema.ts'

const path = '/api/v1/query'
/** Maximum number of queries in one poll. */
const MOST_UPDATED = 1000

type Query = Row<'queries'>

/** The user's own queries, or all queries with the permission `all_query_access`. */
const visibleQueries = (subject: Subject) =>
  seesAllQueries(subject) ? sql<SqlBool>`1 = 1` : sql<SqlBool>`queries.user_id = ${subject.user?.id ?? 0}`

const tablesOf = ({ sql_tables }: Query) => (sql_tables === null ? [] : (JSON.parse(sql_tables) as object[]))

const moreRoutes: Resource = (app, services) => {
  const { db, sqlLab } = services

  app.post(
    `${path}/stop`,
    { config: { requires: 'can_read:Query', body: StopBody, answer: z.strictObject({ result: z.string() }) } },
    async ({ subject, body }) => {
      const parsed = parseFields(StopBody, body)
      if (!parsed.ok) {
        throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, 'Invalid request', { fields: parsed.fields })
      }
      await sqlLab.stop(subject, parsed.value.client_id)
      return { result: 'OK' }
    },
  )

  app.get(
    `${path}/updated_since`,
    {
      config: { requires: 'can_read:Query', answer: z.strictObject({ result: z.array(QueryAnswer) }) },
      schema: { querystring: qParam },
    },
    async ({ subject, query }) => {
      const since = readQ(query.q, (value) => {
        const { last_updated_ms: given } = objectOf(value)
        if (given === undefined) throw new QueryViolation("'last_updated_ms' is a required property")
        if (typeof given !== 'number') throw new QueryViolation("'last_updated_ms' is not of type 'number'")
        return given
      })
      await endAbandoned(services, subject.user?.id ?? 0)
      const queries = await db
        .selectFrom('queries')
        .selectAll()
        .where('user_id', '=', subject.user?.id ?? 0)
        .where('changed_on', '>=', since)
        .orderBy('changed_on')
        .orderBy('id')
        .limit(MOST_UPDATED)
        .execute()
      return { result: await queryAnswers(db, queries) }
    },
  )
}

/** `/api/v1/query`: the history of SQL Lab. */
export const queries = declareResource({
  path,
  table: 'queries',
  kind: 'Query',
  view: 'Query',
  title: 'Query',
  names: { one: 'query', many: 'queries' },
  isPlainTable: true,
  hasNoInfo: true,
  fields: {
    id: { type: 'integer' },
    changed_on: { type: 'time' },
    client_id: { type: 'text' },
    database: { type: 'toOne', column: 'database_id', to: 'databases', columns: ['id', 'database_name'] },
    end_result_backend_time: { type: 'computed', value: () => null },
    end_time: { type: 'time', value: (row) => row.end_time },
    error_message: { type: 'text' },
    executed_sql: { type: 'text' },
    limit: { type: 'integer', column: 'row_limit', value: (row) => row.row_limit },
    progress: { type: 'integer' },
    results_key: { type: 'text' },
    rows: { type: 'integer' },
    schema: { type: 'text' },
    select_as_cta: { type: 'boolean' },
    select_as_cta_used: { type: 'boolean' },
    select_sql: { type: 'text' },
    sql: { type: 'text', isCode: true },
    sql_editor_id: { type: 'text' },
    sql_tables: { type: 'computed', value: tablesOf },
    start_running_time: { type: 'time', value: (row) => row.start_running_time },
    start_time: { type: 'time', value: (row) => row.start_time },
    status: { type: 'text' },
    tab_name: { type: 'text' },
    tmp_schema_name: { type: 'text' },
    tmp_table_name: { type: 'text' },
    tracking_url: { type: 'text' },
    user: user('user_id'),
  },
  list: [
    'id',
    'changed_on',
    'database.database_name',
    'executed_sql',
    'rows',
    'schema',
    'sql',
    'sql_tables',
    'status',
    'tab_name',
    'user.first_name',
    'user.id',
    'user.last_name',
    'start_time',
    'end_time',
    'tmp_table_name',
    'tracking_url',
  ],
  show: [
    'id',
    'changed_on',
    'client_id',
    'database.id',
    'end_result_backend_time',
    'end_time',
    'error_message',
    'executed_sql',
    'limit',
    'progress',
    'results_key',
    'rows',
    'schema',
    'select_as_cta',
    'select_as_cta_used',
    'select_sql',
    'sql',
    'sql_editor_id',
    'start_running_time',
    'start_time',
    'status',
    'tab_name',
    'tmp_schema_name',
    'tmp_table_name',
    'tracking_url',
  ],
  order: ['changed_on', 'database.database_name', 'rows', 'schema', 'start_time', 'sql', 'tab_name', 'user.first_name'],
  search: ['changed_on', 'database', 'sql', 'status', 'user', 'start_time'],
  defaultOrder: 'changed_on',
  related: ['database', 'user'],
  distinct: ['status'],
  row: QueryRow,
  policy: { visible: visibleQueries },
  more: moreRoutes,
})
