import type { QueryRow } from '../../model/sqlLab/sqlLabAnswers.ts'
import { getJson } from './client.ts'
import { getList, type Listed, type ListQuery, type ListRequest } from './list.ts'

const columns = [
  'id',
  'changed_on',
  'database.database_name',
  'schema',
  'sql',
  'executed_sql',
  'sql_tables',
  'status',
  'tab_name',
  'user.id',
  'user.first_name',
  'user.last_name',
  'start_time',
  'end_time',
  'rows',
  'tmp_table_name',
  'tracking_url',
] as const
export type QuerySummary = Listed<'query', (typeof columns)[number]> & Pick<QueryRow, 'id'>

/** The queries that the user may see: their own, or all. */
export function queryListQuery(request: ListRequest): ListQuery<QuerySummary> {
  return {
    queryKey: ['queries', 'list', request],
    queryFn: ({ signal }) => getList('query', { ...request, columns }, signal),
  }
}

/** A query with the SQL that its user wrote. */
export const loadHistoryQuery = async (id: number) =>
  (await getJson<{ result: Pick<QueryRow, 'sql' | 'schema' | 'database' | 'tab_name'> }>(`/api/v1/query/${id}`)).result
