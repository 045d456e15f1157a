import { queryOptions } from '@tanstack/react-query'
import { formatRison } from '../../model/rison.ts'
import { deleteJson } from './client.ts'
import { getList, type ListRequest, type Person } from './list.ts'

export interface ChartSummary {
  id: number
  slice_name: string | null
  url: string
  viz_type: string
  description: string | null
  datasource_id: number | null
  datasource_name_text: string | null
  datasource_url: string | null
  certified_by: string | null
  certification_details: string | null
  changed_by_name: string
  changed_on_utc: string
  owners: Person[]
  dashboards: { id: number; dashboard_title: string | null }[]
  tags?: { id: number; name: string }[]
  is_managed_externally: boolean
}

const columns = [
  'id',
  'slice_name',
  'url',
  'viz_type',
  'description',
  'datasource_id',
  'datasource_name_text',
  'datasource_url',
  'certified_by',
  'certification_details',
  'changed_by_name',
  'changed_on_utc',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'dashboards.id',
  'dashboards.dashboard_title',
  'is_managed_externally',
] as const

export function chartListQuery(request: ListRequest) {
  return queryOptions({
    queryKey: ['charts', 'list', request],
    queryFn: ({ signal }) => getList<ChartSummary>('chart', { ...request, columns }, signal),
  })
}

/** All or none. */
export function deleteCharts(ids: readonly number[]): Promise<{ message: string }> {
  return deleteJson('/api/v1/chart/', { query: { q: formatRison(ids) } })
}
