import { buildQueryContext } from '../../../../charts/buildQueryContext.ts'
import { chartExtraFormData } from '../../../../model/dashboard/dashboardState.ts'
import type { QueryContext, ResultFormat, ResultType } from '../../../../model/query/queryObject.ts'
import { type DashboardStore, datasetIdOf } from '../state/dashboardStore.ts'

/**
 * The query context of a chart with the current filters and `changes` of its form data; null if its type is not
 * supported.
 */
export function chartContext(
  store: DashboardStore,
  chartId: number,
  resultType: ResultType,
  resultFormat: ResultFormat,
  changes: Record<string, unknown> = {},
): QueryContext | null {
  const { charts, datasources, applied, reach, ownStates } = store.getState()
  const formData = charts.get(chartId)?.form_data
  const datasource = formData && datasources?.get(datasetIdOf(formData) ?? -1)
  if (!formData || !datasource) return null
  return buildQueryContext({
    formData: { ...formData, ...changes },
    datasource,
    extraFormData: { ...chartExtraFormData(chartId, applied, reach) },
    ownState: ownStates[chartId],
    resultType,
    resultFormat,
  })
}
