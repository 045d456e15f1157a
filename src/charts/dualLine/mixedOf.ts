import type { ChartDatasource } from '../shared/contract.ts'
import { timeOf } from '../shared/legacySeries/seriesForm.ts'
import type { MixedForm } from '../shared/mixed/formData.ts'
import { plainMixedForm } from '../shared/mixed/plainMixedForm.ts'
import type { DualLineForm } from './formData.ts'

/** The chart as a mixed chart with one metric in each query. */
export function mixedOf(form: DualLineForm, datasource?: Pick<ChartDatasource, 'mainDttmCol'>): MixedForm {
  // otherwise each query would contain both metrics
  const { metric: _first, metric_2: _second, ...rest } = form
  return {
    ...rest,
    // values that other types have saved under the same names are ignored
    ...plainMixedForm,
    ...timeOf(form, datasource),
    time_grain_sqla: form.time_grain_sqla,
    adhoc_filters: form.adhoc_filters,
    color_scheme: form.color_scheme,
    show_legend: form.show_legend,
    y_axis_format: form.y_axis_format,
    y_axis_bounds: form.y_axis_bounds,
    metrics: form.metric === undefined ? [] : [form.metric],
    metrics_b: form.metric_2 === undefined ? [] : [form.metric_2],
    adhoc_filters_b: form.adhoc_filters,
    yAxisIndexB: 1,
    truncateYAxis: true,
    x_axis_time_format: form.x_axis_format,
    y_axis_format_secondary: form.y_axis_2_format,
    y_axis_bounds_secondary: form.y_axis_2_bounds,
  }
}
