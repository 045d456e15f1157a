import { queryContextOf } from '../../../../charts/buildQueryContext.ts'
import { loadQuery } from '../../../../charts/parts.ts'
import { chartExtraFormData } from '../../../../model/dashboard/dashboardState.ts'
import type { QueryContext, ResultFormat, ResultType } from '../../../../model/query/queryObject.ts'
import { type DashboardStore, datasetIdOf } from '../state/dashboardStore.ts'

/**
 * The query context of a chart with the current filters and `changes` of its form data; null if its type is not
 * supported.
 */
export async function chartContext(
  store: DashboardStore,
  chartId: number,
  resultType: ResultType,
  resultFormat: ResultFormat,
  changes: Record<string, unknown> = {},
): Promise<QueryContext | null> {
  const { charts, datasources, applied, reach, ownStates, runs, metadata } = store.getState()
  const { type, form_data: formData } = charts.get(chartId) ?? {}
  const datasource = formData && datasources?.get(datasetIdOf(formData) ?? -1)
  if (!type || !formData || !datasource) return null
  const context = queryContextOf(await loadQuery(type.folder), {
    formData: { ...formData, ...runs[chartId]?.form, ...changes },
    datasource,
    extraFormData: { ...chartExtraFormData(chartId, applied, reach) },
    ownState: ownStates[chartId],
    resultType,
    resultFormat,
  })
  const { time_zone } = metadata
  return time_zone ? { ...context, queries: context.queries.map((query) => ({ ...query, time_zone })) } : context
}
