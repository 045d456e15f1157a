import type { z } from 'zod'
import { columnLabel, uniqueBy } from '../../model/query/labels.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { tickLayouts } from '../shared/plot/tickLayouts.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { stepColors } from './colors.ts'

const formData = field.formDataSchema({
  x_axis: field.column(),
  time_grain_sqla: field.format(undefined),
  groupby: field.columns(),
  metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  row_limit: field.rowLimit(10_000),
  show_value: field.flag(false),
  show_legend: field.flag(false),
  increase_color: field.rgbaOr(stepColors.Increase),
  decrease_color: field.rgbaOr(stepColors.Decrease),
  total_color: field.rgbaOr(stepColors.Total),
  x_axis_label: field.text(''),
  x_axis_time_format: field.format('smart_date'),
  x_ticks_layout: field.oneOf(tickLayouts, 'auto'),
  y_axis_label: field.text(''),
  y_axis_format: field.format('SMART_NUMBER'),
  currency_format: field.currency(),
})

export type WaterfallForm = z.output<typeof formData>

export const query = defineQuery<WaterfallForm>({
  formData,
  buildQuery: ({ formData: form }) => {
    const columns = uniqueBy([...(form.x_axis === undefined ? [] : [form.x_axis]), ...form.groupby], columnLabel)
    return [
      {
        ...buildQueryObject(form),
        columns,
        // the running total follows the order of the axis, then of the breakdown
        orderby: columns.map((column) => [columnLabel(column), true]),
      },
    ]
  },
})
