import { buildQueryObject } from '../../charts/shared/query/buildQueryObject.ts'
import type { NativeFilter } from '../../model/dashboard/dashboardMetadata.ts'
import type { ExtraFormData } from '../../model/dashboard/dataMask.ts'
import type { QueryContext, QueryObject } from '../../model/query/queryObject.ts'

const OPTION_LIMIT = 1000

/** The form data of a filter itself, which the contract's front end sends with its option query. */
export function filterFormData(
  filter: NativeFilter,
  controlDefaults: Record<string, unknown>,
  parents: ExtraFormData,
): Record<string, unknown> {
  const [target] = filter.targets
  const column = target?.column?.name
  return {
    ...controlDefaults,
    ...filter.controlValues,
    ...(target?.datasetId && { datasource: `${target.datasetId}__table` }),
    ...(column && { groupby: [column] }),
    adhoc_filters: filter.adhoc_filters,
    extra_filters: [],
    extra_form_data: parents,
    ...(filter.granularity_sqla && { granularity_sqla: filter.granularity_sqla }),
    metrics: ['count'],
    row_limit: OPTION_LIMIT,
    showSearch: true,
    ...(filter.sortMetric && { sortMetric: filter.sortMetric }),
    ...(filter.time_range && { time_range: filter.time_range }),
    url_params: {},
    inView: true,
    viz_type: filter.filterType,
    type: 'NATIVE_FILTER',
    force: false,
    result_format: 'json',
    result_type: 'full',
  }
}

/** Wraps queries into a query context on the filter's dataset; null if it has none. */
export function filterContext(
  filter: NativeFilter,
  formData: Record<string, unknown>,
  queries: QueryObject[],
): QueryContext | null {
  const id = filter.targets[0]?.datasetId
  if (!id) return null
  return {
    datasource: { id, type: 'table' },
    force: false,
    queries,
    form_data: formData,
    result_format: 'json',
    result_type: 'full',
  }
}

/** The query object of the form data, without the metric that only the front end of Apache Superset needs. */
export function baseQuery(formData: Record<string, unknown>): QueryObject {
  return buildQueryObject({ ...formData, metrics: [], sortMetric: undefined })
}
