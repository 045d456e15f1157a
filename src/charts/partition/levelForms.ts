import type { QueryColumn } from '../../model/query/queryObject.ts'
import type { TimeseriesForm } from '../shared/timeseries/formData.ts'
import { plainForm } from '../shared/timeseries/plainForm.ts'
import type { PartitionForm } from './formData.ts'

/** The line chart of each level: the first one has all dimensions, the last one has none. */
export function levelForms(form: PartitionForm, time?: QueryColumn): TimeseriesForm[] {
  return Array.from({ length: form.groupby.length + 1 }, (_, without) => ({
    ...form,
    ...plainForm,
    x_axis: time,
    metrics: form.metrics,
    adhoc_filters: form.adhoc_filters,
    groupby: form.groupby.slice(0, form.groupby.length - without),
    // a limit applies to the finest parts; the parts that contain them are always drawn
    limit: without === 0 ? form.limit : null,
    timeseries_limit_metric: form.timeseries_limit_metric,
    order_desc: form.order_desc,
    row_limit: form.row_limit,
    truncate_metric: false,
    contributionMode: form.contribution ? ('row' as const) : null,
    rolling_type: form.rolling_type,
    rolling_periods: form.rolling_periods,
    min_periods: form.min_periods,
    resample_rule: form.resample_rule,
    resample_method: form.resample_method,
    time_compare: form.time_compare.map((shift) => (/ (ago|later)$/.test(shift) ? shift : `${shift} ago`)),
    comparison_type: form.comparison_type === 'absolute' ? ('difference' as const) : form.comparison_type,
  }))
}
