import type { z } from 'zod'
import { metricLabel } from '../../model/query/labels.ts'
import { bigNumberFields } from '../shared/bigNumber/formData.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { flatten, pivot, resample, rollingWindow } from '../shared/query/postProcessing.ts'
import { xAxisLabel } from '../shared/query/xAxis.ts'
import { rollingFields } from '../shared/timeseries/formData.ts'

const aggregations = ['raw', 'LAST_VALUE', 'sum', 'mean', 'min', 'max', 'median'] as const

const formData = field.formDataSchema({
  ...bigNumberFields,
  x_axis: field.column(),
  time_grain_sqla: field.format(undefined),
  compare_lag: field.number(null),
  compare_suffix: field.text(''),
  comparison_color_enabled: field.flag(true),
  comparison_color_scheme: field.oneOf(['Green', 'Red'], 'Green'),
  show_timestamp: field.flag(false),
  show_trend_line: field.flag(true),
  start_y_axis_at_zero: field.flag(true),
  time_range_fixed: field.flag(false),
  color_picker: field.rgba(),
  aggregation: field.oneOf(aggregations, 'LAST_VALUE'),
  ...rollingFields,
})

export type BigNumberForm = z.output<typeof formData>

export const query = defineQuery<BigNumberForm>({
  formData,
  buildQuery: ({ formData: form }) => {
    const query = buildQueryObject(form)
    const metrics = (query.metrics ?? []).map(metricLabel)
    const index = xAxisLabel(form)
    const series = {
      ...query,
      columns: form.x_axis === undefined ? [] : [form.x_axis],
      ...(form.x_axis === undefined && { is_timeseries: true }),
      post_processing: [
        index === undefined ? undefined : pivot({ index, columns: [], metrics, keepEmptyColumns: false }),
        rollingWindow(form, metrics),
        resample(form),
        flatten,
      ],
    }
    if (form.aggregation !== 'raw') return [series]
    // the overall value is the metric over all rows, not over the buckets
    const { is_timeseries: _dropped, ...overall } = series
    return [series, { ...overall, columns: [], post_processing: [] }]
  },
})
