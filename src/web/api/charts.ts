import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { MessageAnswer } from '../../model/wire/answers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { deleteJson } from './client.ts'
import { getList, type Listed, type ListQuery, type ListRequest } from './list.ts'
import { nextPage } from './nextPage.ts'

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
  'tags.id',
  'tags.name',
  'is_editor',
] as const
export type ChartSummary = Listed<'chart', (typeof columns)[number]>

/** The display name of a chart's dataset: the only schema of the embedded database is omitted. */
export function datasetLabel({ datasource_name_text: name }: Pick<ChartSummary, 'datasource_name_text'>): string {
  return name?.replace(/^main\./, '') ?? ''
}

export function chartListQuery(request: ListRequest): ListQuery<ChartSummary> {
  return {
    queryKey: ['charts', 'list', request],
    queryFn: ({ signal }) => getList('chart', { ...request, columns }, signal),
  }
}

/** The list of charts, page by page. */
export function chartPagesQuery(request: Omit<ListRequest, 'page'> & { pageSize: number }) {
  return infiniteQueryOptions({
    queryKey: ['charts', 'pages', request],
    initialPageParam: 0,
    queryFn: ({ signal, pageParam }) => getList('chart', { ...request, columns, page: pageParam }, signal),
    getNextPageParam: nextPage,
  })
}

/** Deletes all or none. */
export function deleteCharts(ids: readonly number[]): Promise<MessageAnswer> {
  return deleteJson('/api/v1/chart/', { query: { q: formatRison(ids) } })
}

/** Chart id -> type, for the thumbnails on dashboard covers, up to the size of one page of the list. */
export function vizTypesQuery() {
  return queryOptions({
    queryKey: ['charts', 'vizTypes'],
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const { result } = await getList('chart', { columns: ['id', 'viz_type'], pageSize: 100 }, signal)
      return new Map(result.map((chart) => [chart.id, chart.viz_type]))
    },
  })
}
