import { z } from 'zod'
import * as field from '../fields.ts'
import { rollingFields } from '../timeseries/formData.ts'

/** The time column, its grain and its range, which older types save separately from their filters. */
export const timeFields = {
  granularity_sqla: field.format(undefined),
  time_grain_sqla: field.format(undefined),
  time_range: field.text('No filter'),
}

/** A list, or a single entry saved as text. */
const shifts = field.texts()

export const lineShapes = ['linear', 'basis', 'cardinal', 'monotone', 'step-before', 'step-after'] as const
export type LineShape = (typeof lineShapes)[number]

/** `auto` or a number of px. */
export const margin = () =>
  z
    .unknown()
    .transform((saved): number | 'auto' => {
      const px = saved === null || saved === '' || typeof saved === 'boolean' ? Number.NaN : Number(saved)
      return Number.isFinite(px) ? px : 'auto'
    })
    .default('auto')

export const xAxisFields = {
  x_axis_label: field.text(''),
  bottom_margin: margin(),
  x_axis_showminmax: field.flag(false),
}

export const yAxisFields = {
  y_axis_label: field.text(''),
  left_margin: margin(),
  y_axis_showminmax: field.flag(false),
  y_log_scale: field.flag(false),
  y_axis_format: field.format('SMART_NUMBER'),
  y_axis_bounds: field.bounds(),
}

/** The fields that determine the query of the older charts over time. */
export const queryFields = {
  ...timeFields,
  metrics: field.metrics(),
  adhoc_filters: field.adhocFilters(),
  groupby: field.columns(),
  timeseries_limit_metric: field.metric(),
  order_desc: field.flag(true),
  contribution: field.flag(false),
  row_limit: field.rowLimit(10_000),
}

/** All fields of the older charts over time. */
export const seriesFields = {
  ...queryFields,
  ...rollingFields,
  time_compare: shifts,
  comparison_type: field.oneOf([null, 'values', 'absolute', 'percentage', 'ratio'], 'values'),
  color_scheme: field.format(undefined),
  ...xAxisFields,
  x_ticks_layout: field.oneOf(['auto', 'flat', '45°', 'staggered'], 'auto'),
  x_axis_format: field.format('smart_date'),
  ...yAxisFields,
}
