import { queryOptions } from '@tanstack/react-query'
import { formatRison } from '../../model/wire/rison.ts'
import { deleteJson, getJson } from './client.ts'
import { getList, type ListQuery, type ListRequest, type Person } from './list.ts'

export interface DatasetSummary {
  id: number
  table_name: string
  database: { id: number; database_name: string } | null
  schema: string | null
  kind: 'physical' | 'virtual'
  description: string | null
  explore_url: string
  /** JSON text with the certification and a warning */
  extra: string | null
  owners: Person[]
  changed_by_name: string
  changed_on_utc: string
}

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
] as const

export function datasetListQuery(request: ListRequest): ListQuery<DatasetSummary> {
  return {
    queryKey: ['datasets', 'list', request],
    queryFn: ({ signal }) => getList<DatasetSummary>('dataset', { ...request, columns }, signal),
  }
}

export interface DatasetUse {
  charts: { count: number; result: { id: number; slice_name: string; viz_type: string }[] }
  dashboards: { count: number; result: { id: number; title: string }[] }
}

/** What a deletion would break. */
export function datasetUseQuery(id: number) {
  return queryOptions({
    queryKey: ['datasets', 'use', id],
    queryFn: ({ signal }) => getJson<DatasetUse>(`/api/v1/dataset/${id}/related_objects`, { signal }),
  })
}

/** All or none. */
export function deleteDatasets(ids: readonly number[]): Promise<{ message: string }> {
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
