import type { TimeseriesForm } from '../timeseries/formData.ts'
import { plainForm } from '../timeseries/plainForm.ts'
import type { MixedForm } from './formData.ts'

const {
  contributionMode,
  x_axis_sort,
  x_axis_sort_series,
  x_axis_sort_series_ascending,
  forecastEnabled,
  percentage_threshold,
  orientation,
  show_extra_controls,
} = plainForm

/** Fields for which the type has no control; values that other types have saved are ignored. */
const fixed = {
  contributionMode,
  x_axis_sort,
  x_axis_sort_series,
  x_axis_sort_series_ascending,
  forecastEnabled,
  percentage_threshold,
  orientation,
  show_extra_controls,
  show_empty_columns: false,
  legendMargin: null,
}

/** The form data of query A and of query B, each in the format of a chart with one query. */
export function halvesOf(form: MixedForm): [TimeseriesForm, TimeseriesForm] {
  // the queries share an axis: both use categories if one of them needs categories
  const xAxisForceCategorical =
    form.xAxisForceCategorical || form.seriesType === 'bar' || form.seriesTypeB === 'bar' || form.stack || form.stackB
  const a: TimeseriesForm = {
    ...plainForm,
    ...form,
    ...fixed,
    stack: form.stack ? 'Stack' : null,
    xAxisForceCategorical,
  }
  return [withAxis(a, form, form.yAxisIndex), withAxis({ ...a, ...ownOfB(form) }, form, form.yAxisIndexB)]
}

function ownOfB(form: MixedForm): Partial<TimeseriesForm> & Record<string, unknown> {
  return {
    metrics: form.metrics_b,
    groupby: form.groupby_b,
    adhoc_filters: form.adhoc_filters_b,
    limit: form.limit_b,
    timeseries_limit_metric: form.timeseries_limit_metric_b,
    order_desc: form.order_desc_b,
    row_limit: form.row_limit_b,
    truncate_metric: form.truncate_metric_b,
    rolling_type: form.rolling_type_b,
    rolling_periods: form.rolling_periods_b,
    min_periods: form.min_periods_b,
    resample_rule: form.resample_rule_b,
    resample_method: form.resample_method_b,
    time_compare: form.time_compare_b,
    comparison_type: form.comparison_type_b,
    seriesType: form.seriesTypeB,
    stack: form.stackB ? 'Stack' : null,
    area: form.areaB,
    show_value: form.show_valueB,
    only_total: form.only_totalB,
    opacity: form.opacityB,
    markerEnabled: form.markerEnabledB,
    markerSize: form.markerSizeB,
    sort_series_type: form.sort_series_typeB,
    sort_series_ascending: form.sort_series_ascendingB,
  }
}

/** The format, bounds and scale of the axis that a query uses. */
function withAxis(half: TimeseriesForm, form: MixedForm, axis: 0 | 1): TimeseriesForm {
  if (axis === 0) return half
  return {
    ...half,
    y_axis_format: form.y_axis_format_secondary,
    currency_format: form.currency_format_secondary,
    y_axis_bounds: form.y_axis_bounds_secondary,
    logAxis: form.logAxisSecondary,
  }
}
