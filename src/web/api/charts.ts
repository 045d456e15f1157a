import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { formatRison } from '../../model/wire/rison.ts'
import { deleteJson } from './client.ts'
import { getList, type ListQuery, type ListRequest, type Person } from './list.ts'

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

/** The display name of a chart's dataset: the only schema of the embedded database is omitted. */
export function datasetLabel({ datasource_name_text: name }: Pick<ChartSummary, 'datasource_name_text'>): string {
  return name?.replace(/^main\./, '') ?? ''
}

export function chartListQuery(request: ListRequest): ListQuery<ChartSummary> {
  return {
    queryKey: ['charts', 'list', request],
    queryFn: ({ signal }) => getList<ChartSummary>('chart', { ...request, columns }, signal),
  }
}

/** The same list, page by page. */
export function chartPagesQuery(request: Omit<ListRequest, 'page'> & { pageSize: number }) {
  return infiniteQueryOptions({
    queryKey: ['charts', 'pages', request],
    initialPageParam: 0,
    queryFn: ({ signal, pageParam }) =>
      getList<ChartSummary>('chart', { ...request, columns, page: pageParam }, signal),
    getNextPageParam: ({ count }, pages) => (pages.length * request.pageSize < count ? pages.length : undefined),
  })
}

/** All or none. */
export function deleteCharts(ids: readonly number[]): Promise<{ message: string }> {
  return deleteJson('/api/v1/chart/', { query: { q: formatRison(ids) } })
}

/** Chart id -> type, for the thumbnails on dashboard covers. As many as one page of the list has. */
export function vizTypesQuery() {
  return queryOptions({
    queryKey: ['charts', 'vizTypes'],
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const request = { columns: ['id', 'viz_type'], pageSize: 100 }
      const { result } = await getList<{ id: number; viz_type: string }>('chart', request, signal)
      return new Map(result.map((chart) => [chart.id, chart.viz_type]))
    },
  })
}
