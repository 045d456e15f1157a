import { buildQueryContext } from '../../../../charts/buildQueryContext.ts'
import { withoutInherited } from '../../../../charts/drillBy.ts'
import { currentUser } from '../../../api/bootstrap.ts'
import { loadDashboardToEdit, saveDashboard } from '../../../api/dashboardEdit.ts'
import { createDashboard } from '../../../api/dashboards.ts'
import { createChart, loadExplore, updateChart } from '../../../api/explore.ts'
import { type DashboardChoice, dashboardsOfChart, isSavedByMe } from '../../../api/saveTargets.ts'
import type { Explore } from '../state/exploreContext.ts'
import { savedFormData } from './savedFormData.ts'
import { withChartOnTab } from './tabs.ts'

export interface SaveRequest {
  explore: Explore
  name: string
  datasetId: number
  /** the chart to overwrite; none for a new one */
  over: number | undefined
  /** the version that may be replaced: the one that was opened, or a newer one that the user has seen */
  version: string | undefined
  target: DashboardChoice | undefined
  /** the tab on the dashboard */
  tabId: string | undefined
}

export interface SavedChart {
  id: number
  version: string | undefined
  /** whether the chart was not on the dashboard before */
  hasJoined: boolean
  /** why the chart is on the dashboard, but not on the tab */
  placeFailure?: unknown
}

type Dashboard = Exclude<DashboardChoice, string>

/** The dashboard to which a chart is added, created if there was only a title. */
export async function dashboardFor(target: DashboardChoice | undefined): Promise<Dashboard | undefined> {
  return typeof target === 'string' ? { id: await createDashboard(target), title: target } : target
}

/** Saves the chart, as a new chart or over the old one, and adds it to the dashboard if there is one. */
export async function saveChart(
  { explore, name, datasetId, over, version, tabId }: SaveRequest,
  dashboard: Dashboard | undefined,
): Promise<SavedChart> {
  const before = over === undefined ? [] : await dashboardsOfChart(over)
  const dashboards = [...new Set([...before, ...(dashboard ? [dashboard.id] : [])])]
  const fields = await fieldsOf({ explore, name, datasetId, over }, dashboards)
  const saved =
    over === undefined
      ? { id: await createChart({ ...fields, owners: currentUser.userId === undefined ? [] : [currentUser.userId] }) }
      : { id: over, version: await updateChart(over, fields, version) }
  const hasJoined = dashboard !== undefined && !before.includes(dashboard.id)
  const result = { version: undefined, ...saved, hasJoined }
  if (dashboard === undefined || tabId === undefined) return result
  // the chart is saved and on the dashboard: another attempt would save it twice
  return placeOnTab(dashboard.id, tabId, { id: saved.id, name, hasJoined }).then(
    () => result,
    (placeFailure: unknown) => ({ ...result, placeFailure }),
  )
}

async function fieldsOf(
  { explore, name, datasetId, over }: Pick<SaveRequest, 'explore' | 'name' | 'datasetId' | 'over'>,
  dashboards: number[],
) {
  const { datasource, state, opened } = explore
  const form = withoutInherited(explore.form)
  const previous =
    over !== undefined && opened.slice && state.saved
      ? { saved: opened.slice.form_data, opened: state.saved.form }
      : undefined
  return {
    slice_name: name,
    viz_type: String(form['viz_type']),
    datasource_id: datasetId,
    datasource_type: 'table' as const,
    params: JSON.stringify({ ...savedFormData(form, previous), dashboards }),
    query_context: JSON.stringify(await buildQueryContext({ formData: form, datasource })),
    dashboards,
  }
}

/**
 * Places a chart on a tab of a dashboard. Rejects if someone else saves the dashboard in between, so that no other
 * changes are overwritten.
 */
async function placeOnTab(
  dashboardId: number,
  tabId: string,
  chart: { id: number; name: string; hasJoined: boolean },
): Promise<void> {
  const { item, version } = await loadDashboardToEdit(dashboardId)
  const newId = (type: string) => `${type}-${Math.random().toString(36).slice(2, 13)}`
  const positions = withChartOnTab(item.position_json, tabId, chart, newId)
  const metadata = JSON.parse(item.json_metadata || '{}') as Record<string, unknown>
  await saveDashboard(dashboardId, { json_metadata: JSON.stringify({ ...metadata, positions }) }, version)
}

/** A version that was saved after the chart was opened here. */
export interface Overtaken {
  by: string
  /** whether it was the same user, in another window */
  isOwn: boolean
  when: string
  version: string | undefined
}

export async function newestOf(chartId: number): Promise<Overtaken> {
  const [{ metadata, version }, isOwn] = await Promise.all([loadExplore(`?slice_id=${chartId}`), isSavedByMe(chartId)])
  return { by: metadata?.changed_by ?? '', isOwn, when: metadata?.changed_on_humanized ?? '', version }
}
