import type { z } from 'zod'
import * as field from '../shared/fields.ts'
import { timeFields } from '../shared/legacySeries/formData.ts'

export const formData = field.formDataSchema({
  ...timeFields,
  color_scheme: field.format(undefined),
  show_legend: field.flag(true),
  x_axis_format: field.format('smart_date'),
  metric: field.metric(),
  y_axis_format: field.format('SMART_NUMBER'),
  y_axis_bounds: field.bounds(),
  metric_2: field.metric(),
  y_axis_2_format: field.format('SMART_NUMBER'),
  y_axis_2_bounds: field.bounds(),
  adhoc_filters: field.adhocFilters(),
})

export type DualLineForm = z.output<typeof formData>
