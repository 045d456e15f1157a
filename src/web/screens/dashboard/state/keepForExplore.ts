import { chartExtraFormData } from '../../../../model/dashboard/dashboardState.ts'
import { keepDashboardFilters } from '../../../chart/dashboardFilters.ts'
import { dashboardPage } from '../../../chart/dashboardPage.ts'
import type { DashboardState } from './dashboardStore.ts'

/** Stores what the filters add to each chart, for the chart builder that opens from this page. */
export function keepForExplore({ charts, applied, reach }: Pick<DashboardState, 'charts' | 'applied' | 'reach'>): void {
  const filtered = [...charts.keys()].map((id) => [id, chartExtraFormData(id, applied, reach)] as const)
  keepDashboardFilters(dashboardPage, Object.fromEntries(filtered.filter(([, extra]) => Object.keys(extra).length > 0)))
}
