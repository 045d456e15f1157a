import type { ChartItem } from '../../model/chart/chartAnswers.ts'
import type { ItemAnswer } from '../../model/wire/answers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { currentUser, isAdmin } from './bootstrap.ts'
import { getJson } from './client.ts'
import { getList } from './list.ts'
import type { RelatedPage } from './related.ts'

/** An existing dashboard, or the title of a new one. */
export type DashboardChoice = { id: number; title: string } | string

const ofMine = () => (isAdmin() ? [] : [{ col: 'owners', opr: 'rel_m_m', value: currentUser.userId ?? 0 }])

/** A dashboard, if the user may add a chart to it; otherwise null. */
export async function myDashboard(id: number, signal: AbortSignal): Promise<DashboardChoice | null> {
  const { result } = await getList(
    'dashboard',
    {
      columns: ['id', 'dashboard_title'],
      filters: [...ofMine(), { col: 'id', opr: 'eq', value: id }],
      page: 0,
      pageSize: 1,
    },
    signal,
  )
  const [found] = result
  return found ? { id, title: found.dashboard_title ?? String(id) } : null
}

/** Whether the user was the last to save a chart. */
export async function isSavedByMe(chartId: number): Promise<boolean> {
  const filters = [
    { col: 'id', opr: 'eq', value: chartId },
    { col: 'changed_by', opr: 'rel_o_m', value: currentUser.userId ?? 0 },
  ]
  const { count } = await getList('chart', { columns: ['id'], filters, page: 0, pageSize: 1 })
  return count > 0
}

/** Pages of dashboards to which the user may add a chart. */
export async function myDashboards(search: string, page: number, signal: AbortSignal): Promise<RelatedPage<number>> {
  const { count, result } = await getList(
    'dashboard',
    {
      columns: ['id', 'dashboard_title'],
      filters: [...ofMine(), ...(search === '' ? [] : [{ col: 'dashboard_title', opr: 'ct', value: search }])],
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

/** The dashboards that currently contain a chart. */
export async function dashboardsOfChart(id: number): Promise<number[]> {
  const q = formatRison({ columns: ['dashboards.id'] })
  const { result } = await getJson<ItemAnswer<Partial<Pick<ChartItem, 'dashboards'>>>>(`/api/v1/chart/${id}`, {
    query: { q },
  })
  return (result.dashboards ?? []).map((dashboard) => dashboard.id)
}
