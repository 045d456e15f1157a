import type { ChartDatasource } from '../shared/contract.ts'
import { axesOf, seriesTypeOf, timeOf } from '../shared/legacySeries/seriesForm.ts'
import type { TimeseriesForm } from '../shared/timeseries/formData.ts'
import { plainForm } from '../shared/timeseries/plainForm.ts'
import type { TimePivotForm } from './formData.ts'

/** The chart as form data of a line chart. */
export function lineFormOf(form: TimePivotForm, datasource?: Pick<ChartDatasource, 'mainDttmCol'>): TimeseriesForm {
  return {
    ...form,
    // values that other types have saved under the same names are ignored
    ...plainForm,
    ...timeOf(form, datasource),
    time_grain_sqla: form.time_grain_sqla,
    adhoc_filters: form.adhoc_filters,
    show_legend: form.show_legend,
    metrics: form.metric === undefined ? [] : [form.metric],
    seriesType: seriesTypeOf(form.line_interpolation),
    // the control offers number formats, which times do not have
    x_axis_time_format: form.x_axis_format?.includes('%') ? form.x_axis_format : 'smart_date',
    // the current period first, then back in time
    sort_series_type: 'name',
    sort_series_ascending: false,
    ...axesOf(form),
  }
}
