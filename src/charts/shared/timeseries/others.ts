import type { QueryMetric, QueryObject } from '../../../model/query/queryObject.ts'
import { replacesOriginals, timeOffsets } from '../query/timeComparison.ts'
import type { TimeseriesForm } from './formData.ts'

interface OthersForm {
  /** whether the series that limits leave out are combined into one */
  group_others_when_limit_reached?: unknown
}

/** Whether the chart combines the series that its limits leave out: only plain values can be subtracted. */
export const drawsOthers = (form: TimeseriesForm & OthersForm): boolean =>
  form.group_others_when_limit_reached === true &&
  form.groupby.length > 0 &&
  form.x_axis !== undefined &&
  form.contributionMode === null &&
  !form.rolling_type &&
  !form.resample_rule &&
  !form.forecastEnabled &&
  timeOffsets(form).length === 0 &&
  !replacesOriginals(form)

/** The query for the totals at each position of the x axis, from which the drawn series are subtracted. */
export function othersQuery(form: TimeseriesForm, main: QueryObject, metrics: QueryMetric[]): QueryObject[] {
  if (!drawsOthers(form)) return []
  const axis = main.columns?.slice(0, 1) ?? []
  return [{ ...main, columns: axis, metrics, series_columns: [], series_limit: 0, orderby: [], post_processing: [] }]
}
