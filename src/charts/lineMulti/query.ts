import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { lineShapes, xAxisFields } from '../shared/legacySeries/formData.ts'
import type { SourceCharts } from '../shared/sourceCharts.ts'

const formData = field.formDataSchema({
  time_range: field.text('No filter'),
  color_scheme: field.format(undefined),
  prefix_metric_with_slice_name: field.flag(false),
  show_legend: field.flag(true),
  show_markers: field.flag(false),
  line_interpolation: field.oneOf(lineShapes, 'linear'),
  ...xAxisFields,
  x_ticks_layout: field.oneOf(['auto', 'flat', '45°', 'staggered'], 'auto'),
  x_axis_format: field.format('smart_date'),
  line_charts: field.chartIds(),
  y_axis_format: field.format('SMART_NUMBER'),
  y_axis_bounds: field.bounds(),
  line_charts_2: field.chartIds(),
  y_axis_2_format: field.format('SMART_NUMBER'),
  y_axis_2_bounds: field.bounds(),
  adhoc_filters: field.adhocFilters(),
})

export type LineMultiForm = z.output<typeof formData> & SourceCharts

/** The chart itself has no query: its data is that of other charts. */
export const query = defineQuery<LineMultiForm>({ formData, buildQuery: () => [] })
