import { queryOptions } from '@tanstack/react-query'
import type { DatasetItem, RelatedObjectsAnswer } from '../../model/dataset/datasetAnswers.ts'
import type { MessageAnswer } from '../../model/wire/answers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { deleteJson, getJson } from './client.ts'
import { getList, type Listed, type ListQuery, type ListRequest } from './list.ts'

const columns = [
  'id',
  'table_name',
  'database.id',
  'database.database_name',
  'schema',
  'kind',
  'description',
  'explore_url',
  'extra',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'changed_by_name',
  'changed_on_utc',
  'is_editor',
] as const
export type DatasetSummary = Listed<'dataset', (typeof columns)[number]>

export function datasetListQuery(request: ListRequest): ListQuery<DatasetSummary> {
  return {
    queryKey: ['datasets', 'list', request],
    queryFn: ({ signal }) => getList('dataset', { ...request, columns }, signal),
  }
}

/** What a deletion would break. */
export function datasetUseQuery(id: number) {
  return queryOptions({
    queryKey: ['usage', 'dataset', 'count', id],
    queryFn: ({ signal }) => getJson<RelatedObjectsAnswer>(`/api/v1/dataset/${id}/related_objects`, { signal }),
  })
}

/** Deletes all or none. */
export function deleteDatasets(ids: readonly number[]): Promise<MessageAnswer> {
  return deleteJson('/api/v1/dataset/', { query: { q: formatRison(ids) } })
}

/** Certification and warning, from the JSON text of `extra`; invalid JSON has neither. */
export function datasetMarks(extra: string | null): {
  certifiedBy?: string
  certificationDetails?: string
  warning?: string
} {
  try {
    const parsed = JSON.parse(extra ?? '{}') as {
      certification?: { certified_by?: string; details?: string }
      warning_markdown?: string
    }
    return {
      certifiedBy: parsed.certification?.certified_by,
      certificationDetails: parsed.certification?.details,
      warning: parsed.warning_markdown,
    }
  } catch {
    return {}
  }
}

type DatasetFacts = Pick<DatasetItem, 'table_name' | 'owners' | 'changed_on_humanized'>

/** The name of a dataset, its owners and its last change. */
export function datasetFactsQuery(id: number) {
  return queryOptions({
    queryKey: ['datasets', 'facts', id],
    retry: false,
    queryFn: async ({ signal }) =>
      (await getJson<{ result: DatasetFacts }>(`/api/v1/dataset/${id}`, { signal })).result,
  })
}

export type DatasetColumn = Pick<
  DatasetItem['columns'][number],
  'column_name' | 'verbose_name' | 'groupby' | 'is_dttm' | 'type_generic'
>

/** The columns of a dataset, and its `extra`, which has its hierarchies. */
export function datasetColumnsQuery(id: number) {
  return queryOptions({
    queryKey: ['datasets', 'columns', id],
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }): Promise<{ columns: DatasetColumn[]; extra: string | null }> =>
      (await getJson<{ result: DatasetItem }>(`/api/v1/dataset/${id}`, { signal })).result,
  })
}

/** The source of a dataset's rows: its query or its table. */
export type DatasetOrigin = Pick<DatasetItem, 'schema' | 'table_name' | 'sql'> & {
  database: Pick<DatasetItem['database'], 'id'>
}

export const loadDatasetOrigin = async (id: number) =>
  (await getJson<{ result: DatasetOrigin }>(`/api/v1/dataset/${id}`)).result
