import { queryOptions } from '@tanstack/react-query'
import type { SavedQueryBody, SavedQueryRow, SharedQuery } from '../../model/sqlLab/savedQueryForm.ts'
import type { MessageAnswer, SavedAnswer } from '../../model/wire/answers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { deleteJson, getJson, postJson, putJson } from './client.ts'
import { getList, type Listed, type ListQuery, type ListRequest } from './list.ts'
import type { RelatedPage } from './related.ts'

const path = '/api/v1/saved_query/'

const columns = [
  'id',
  'label',
  'database.id',
  'database.database_name',
  'db_id',
  'schema',
  'sql',
  'description',
  'sql_tables',
  'created_by.first_name',
  'created_by.last_name',
  'created_on',
  'changed_on_delta_humanized',
  'last_run_delta_humanized',
  'tags.id',
  'tags.name',
] as const
export type SavedQuerySummary = Listed<'saved_query', (typeof columns)[number]>

export function savedQueryListQuery(request: ListRequest): ListQuery<SavedQuerySummary> {
  return {
    queryKey: ['savedQueries', 'list', request],
    queryFn: ({ signal }) => getList('saved_query', { ...request, columns }, signal),
  }
}

export type SavedQuery = Pick<
  SavedQueryRow,
  'id' | 'label' | 'description' | 'schema' | 'sql' | 'database' | 'template_parameters'
>

export const loadSavedQuery = async (id: number, signal?: AbortSignal) =>
  (await getJson<{ result: SavedQuery }>(`${path}${id}`, { signal })).result

/** A query saved by a colleague: its link shows it to users who have access to its database. */
export async function loadSharedQuery(id: number): Promise<SharedQuery> {
  return (await getJson<{ result: SharedQuery }>(`/savedqueryviewapi/api/get/${id}?parameters=true`)).result
}

export function savedQueryQuery(id: number) {
  return queryOptions({
    queryKey: ['savedQueries', 'one', id],
    queryFn: ({ signal }) => loadSavedQuery(id, signal),
  })
}

/** Creates a saved query and returns its id. */
export const createSavedQuery = async (body: SavedQueryBody) => (await postJson<SavedAnswer>(path, body)).id
export const updateSavedQuery = (id: number, body: SavedQueryBody) => putJson(`${path}${id}`, body)

/** Deletes all or none. */
export const deleteSavedQueries = (ids: readonly number[]): Promise<MessageAnswer> =>
  deleteJson(path, { query: { q: formatRison(ids) } })

/** Pages of the user's own saved queries, as options of a field. */
export async function savedQueryOptions(
  search: string,
  page: number,
  signal: AbortSignal,
): Promise<RelatedPage<number>> {
  const filters = search === '' ? [] : [{ col: 'label', opr: 'all_text', value: search }]
  const { count, result } = await getList('saved_query', { columns: ['id', 'label'], filters, page }, signal)
  return { count, options: result.map(({ id, label }) => ({ value: id, label: label ?? String(id) })) }
}
