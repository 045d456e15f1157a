import { queryOptions } from '@tanstack/react-query'
import type { ShownForm } from '../../charts/openFormData.ts'
import type {
  DashboardDatasetsAnswer,
  DashboardItem,
  DashboardItemAnswer,
  ShownChartsAnswer,
} from '../../model/dashboard/dashboardAnswers.ts'
import type { ChartLine, DashboardDataRequest } from '../../model/query/chartData.ts'
import { streamCharts } from './chartLines.ts'
import { getJson } from './client.ts'

export type { DashboardItem }

/**
 * A chart as its dashboard shows it. A chart that was just added and is not saved lacks the fields that only the server
 * creates.
 */
export type DashboardChart = Omit<SavedChart, 'slice_url' | 'description_markeddown'> &
  Partial<Pick<SavedChart, 'slice_url' | 'description_markeddown'>>
/** `shownForm` has computed the chart's type and its form data in the current format. */
type SavedChart = Omit<ShownChartsAnswer['result'][number], keyof ShownForm> & ShownForm

const path = (idOrSlug: string) => `/api/v1/dashboard/${encodeURIComponent(idOrSlug)}`

export function dashboardQuery(idOrSlug: string) {
  return queryOptions({
    queryKey: ['dashboard', idOrSlug],
    queryFn: async ({ signal }) => (await getJson<DashboardItemAnswer>(path(idOrSlug), { signal })).result,
  })
}

export function dashboardChartsQuery(idOrSlug: string) {
  return queryOptions({
    queryKey: ['dashboard', idOrSlug, 'charts'],
    queryFn: async ({ signal }) =>
      (await getJson<{ result: SavedChart[] }>(`${path(idOrSlug)}/shown_charts`, { signal })).result,
  })
}

export function dashboardDatasetsQuery(idOrSlug: string) {
  return queryOptions({
    queryKey: ['dashboard', idOrSlug, 'datasets'],
    queryFn: async ({ signal }) =>
      (await getJson<DashboardDatasetsAnswer>(`${path(idOrSlug)}/datasets`, { signal })).result,
  })
}

/**
 * The single streaming request of a dashboard: one line per chart when it is ready, and a final line that marks the
 * end.
 */
export const streamDashboardData = (
  id: number,
  request: DashboardDataRequest,
  signal: AbortSignal,
): AsyncGenerator<ChartLine> => streamCharts(`/api/v1/dashboard/${id}/data`, request, signal)
