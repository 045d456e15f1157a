import type { z } from 'zod'
import * as field from '../shared/fields.ts'
import { lineShapes, timeFields, xAxisFields, yAxisFields } from '../shared/legacySeries/formData.ts'

export const formData = field.formDataSchema({
  ...timeFields,
  metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  freq: field.text('W-MON'),
  show_legend: field.flag(true),
  line_interpolation: field.oneOf(lineShapes, 'linear'),
  color_picker: field.rgba().default({ r: 0, g: 122, b: 135, a: 1 }),
  ...xAxisFields,
  x_axis_format: field.format('SMART_NUMBER'),
  ...yAxisFields,
})

export type TimePivotForm = z.output<typeof formData>
