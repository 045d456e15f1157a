import { formatRison } from '../../model/rison.ts'
import { currentUser, isAdmin } from './bootstrap.ts'
import { getJson } from './client.ts'
import { getList } from './list.ts'
import type { RelatedPage } from './related.ts'

/** A dashboard that exists, or the title of one that is to be made. */
export type DashboardChoice = { id: number; title: string } | string

/** Pages of the dashboards that the reader may put a chart on. */
export async function myDashboards(search: string, page: number, signal: AbortSignal): Promise<RelatedPage<number>> {
  const { count, result } = await getList<{ id: number; dashboard_title: string | null }>(
    'dashboard',
    {
      columns: ['id', 'dashboard_title'],
      filters: [
        ...(isAdmin() ? [] : [{ col: 'owners', opr: 'rel_m_m', value: currentUser.userId ?? 0 }]),
        ...(search === '' ? [] : [{ col: 'dashboard_title', opr: 'ct', value: search }]),
      ],
      orderColumn: 'dashboard_title',
      orderDirection: 'asc',
      page,
      pageSize: 100,
    },
    signal,
  )
  return {
    count,
    options: result.map(({ id, dashboard_title }) => ({ value: id, label: dashboard_title ?? String(id) })),
  }
}

/** The dashboards that hold a chart now. */
export async function dashboardsOfChart(id: number): Promise<number[]> {
  const q = formatRison({ columns: ['dashboards.id'] })
  const { result } = await getJson<{ result: { dashboards?: { id: number }[] } }>(`/api/v1/chart/${id}`, {
    query: { q },
  })
  return (result.dashboards ?? []).map((dashboard) => dashboard.id)
}
