import { queryOptions } from '@tanstack/react-query'
import type { ShownForm } from '../../charts/openFormData.ts'
import type { GenericType } from '../../model/dataset/dataset.ts'
import type { DashboardDataLine, DashboardDataRequest } from '../../model/query/chartData.ts'
import { getJson, postLines, putJson } from './client.ts'
import type { Person } from './list.ts'

/** One dashboard as its page needs it (the contract's item). */
export interface DashboardItem {
  id: number
  slug: string | null
  url: string
  dashboard_title: string | null
  published: boolean
  css: string | null
  json_metadata: string | null
  position_json: string | null
  certified_by: string | null
  certification_details: string | null
  changed_by_name?: string
  changed_by?: { id: number } | null
  changed_on: string
  owners?: Person[]
  is_managed_externally: boolean
}

/** A chart as the page of its dashboard shows it. */
export interface DashboardChart extends ShownForm {
  id: number
  slice_name: string
  slice_url?: string
  description: string | null
  description_markeddown?: string
  cache_timeout: number | null
  changed_on: string
  certified_by: string | null
  certification_details: string | null
}

/** A dataset, reduced by the server to what the dashboard's charts use. */
export interface DashboardDataset {
  id: number
  uid: string
  table_name: string
  main_dttm_col: string | null
  verbose_map: Record<string, string>
  column_formats: Record<string, string>
  currency_formats?: Record<string, { symbol: string; symbolPosition: 'prefix' | 'suffix' }>
  columns: { column_name: string; type_generic: GenericType | null; is_dttm: boolean }[]
}

const path = (idOrSlug: string) => `/api/v1/dashboard/${encodeURIComponent(idOrSlug)}`

export function dashboardQuery(idOrSlug: string) {
  return queryOptions({
    queryKey: ['dashboard', idOrSlug],
    queryFn: async ({ signal }) => (await getJson<{ result: DashboardItem }>(path(idOrSlug), { signal })).result,
  })
}

export function dashboardChartsQuery(idOrSlug: string) {
  return queryOptions({
    queryKey: ['dashboard', idOrSlug, 'charts'],
    queryFn: async ({ signal }) =>
      (await getJson<{ result: DashboardChart[] }>(`${path(idOrSlug)}/shown_charts`, { signal })).result,
  })
}

export function dashboardDatasetsQuery(idOrSlug: string) {
  return queryOptions({
    queryKey: ['dashboard', idOrSlug, 'datasets'],
    queryFn: async ({ signal }) =>
      (await getJson<{ result: DashboardDataset[] }>(`${path(idOrSlug)}/datasets`, { signal })).result,
  })
}

/**
 * The single streaming request of a dashboard: one line per chart when it is ready, and a final line that marks the
 * end.
 */
export function streamDashboardData(
  id: number,
  request: DashboardDataRequest,
  signal: AbortSignal,
): AsyncGenerator<DashboardDataLine> {
  return postLines<DashboardDataLine>(`/api/v1/dashboard/${id}/data`, request, { signal })
}

/**
 * Changes some keys of a dashboard's metadata. The server replaces the whole text, so the current one is loaded first:
 * the page's own may be outdated.
 */
export async function saveDashboardMetadata(id: number, patch: Record<string, unknown>): Promise<void> {
  const { result } = await getJson<{ result: DashboardItem }>(path(String(id)))
  const metadata = JSON.parse(result.json_metadata || '{}') as Record<string, unknown>
  await putJson(`/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ ...metadata, ...patch }) })
}
