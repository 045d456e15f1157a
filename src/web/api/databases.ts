import { queryOptions } from '@tanstack/react-query'
import type { AvailableDatabase, DatabaseItem, DatabaseUseAnswer } from '../../model/database/databaseAnswers.ts'
import type { DatabaseCreate, DatabaseTest } from '../../model/database/databaseForm.ts'
import type { ItemAnswer, MessageAnswer, SavedAnswer } from '../../model/wire/answers.ts'
import { deleteJson, getJson, postJson, putJson } from './client.ts'
import { getList, type Listed, type ListQuery, type ListRequest } from './list.ts'

const columns = [
  'id',
  'database_name',
  'backend',
  'allow_run_async',
  'allow_dml',
  'allow_file_upload',
  'expose_in_sqllab',
  'created_by',
  'changed_on',
] as const
export type DatabaseSummary = Listed<'database', (typeof columns)[number]>

export function databaseListQuery(request: ListRequest): ListQuery<DatabaseSummary> {
  return {
    queryKey: ['databases', 'list', request],
    queryFn: ({ signal }) => getList('database', { ...request, columns }, signal),
  }
}

/** The database products that can be connected. */
export const availableDatabasesQuery = queryOptions({
  queryKey: ['databases', 'available'],
  queryFn: async ({ signal }): Promise<AvailableDatabase[]> =>
    (await getJson<{ databases: AvailableDatabase[] }>('/api/v1/database/available/', { signal })).databases,
})

/** A database with all its settings; secrets are masked. */
export function databaseQuery(id: number) {
  return queryOptions({
    queryKey: ['databases', 'edit', id],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<DatabaseItem> =>
      (await getJson<ItemAnswer<DatabaseItem>>(`/api/v1/database/${id}`, { signal })).result,
  })
}

/** What a deletion would break. */
export function databaseUseQuery(id: number) {
  return queryOptions({
    queryKey: ['databaseUse', id],
    queryFn: ({ signal }) => getJson<DatabaseUseAnswer>(`/api/v1/database/${id}/related_objects/`, { signal }),
  })
}

/** A database as a form sends it. */
export type DatabaseBody = Partial<DatabaseCreate>

export async function createDatabase(body: DatabaseBody): Promise<number> {
  return (await postJson<SavedAnswer>('/api/v1/database/', body)).id
}

export async function updateDatabase(id: number, body: DatabaseBody): Promise<void> {
  await putJson(`/api/v1/database/${id}`, body)
}

export function deleteDatabase(id: number): Promise<MessageAnswer> {
  return deleteJson(`/api/v1/database/${id}`)
}

/** Rejects with the reason if the connection fails. */
export async function testConnection(body: DatabaseTest): Promise<void> {
  await postJson('/api/v1/database/test_connection/', body)
}

/** Rejects with one error per wrong field. */
export async function validateParameters(body: DatabaseBody & { id?: number }, signal: AbortSignal): Promise<void> {
  await postJson('/api/v1/database/validate_parameters/', body, { signal })
}
