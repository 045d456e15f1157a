import { z } from 'zod'
import { columnLabel, uniqueBy } from '../../model/query/labels.ts'
import type { QueryColumn } from '../../model/query/queryObject.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { legendFields } from '../shared/timeseries/formData.ts'

const timeOfDay = (saved: unknown) => (typeof saved === 'string' && /^\d{2}:\d{2}(:\d{2})?$/.test(saved) ? saved : null)

/** Times of day at which the axis begins and ends. */
const timeBounds = z
  .unknown()
  .transform((saved): [string | null, string | null] =>
    Array.isArray(saved) ? [timeOfDay(saved[0]), timeOfDay(saved[1])] : [null, null],
  )
  .default([null, null])

const formData = field.formDataSchema({
  start_time: field.column(),
  end_time: field.column(),
  y_axis: field.column(),
  series: field.column(),
  subcategories: field.flag(false),
  tooltip_metrics: field.metrics(),
  tooltip_columns: field.columns(),
  adhoc_filters: field.adhocFilters(),
  order_by_cols: field.texts(),
  row_limit: field.rowLimit(10_000),
  x_axis_title: field.text(''),
  x_axis_title_margin: field.number(15),
  y_axis_title: field.text(''),
  y_axis_title_margin: field.number(15),
  color_scheme: field.format(undefined),
  ...legendFields,
  zoomable: field.flag(false),
  show_extra_controls: field.flag(false),
  x_axis_time_bounds: timeBounds,
  x_axis_time_format: field.format('smart_date'),
  tooltipTimeFormat: field.format('smart_date'),
  tooltipValuesFormat: field.format('SMART_NUMBER'),
})

export type GanttForm = z.output<typeof formData>

export const query = defineQuery<GanttForm>({
  formData,
  buildQuery: ({ formData: form }) => {
    const own = [form.start_time, form.end_time, form.y_axis, form.series].filter((column) => column !== undefined)
    const base = buildQueryObject(form)
    const sorted = (base.orderby ?? []).map(([column]) => column as QueryColumn)
    return [
      {
        ...base,
        columns: uniqueBy([...own, ...form.tooltip_columns, ...sorted], columnLabel),
        // without metrics every row is a bar
        metrics: form.tooltip_metrics.length > 0 ? form.tooltip_metrics : undefined,
        series_columns: form.series === undefined ? [] : [form.series],
      },
    ]
  },
})
