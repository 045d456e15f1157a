import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { sortedByMetric } from '../shared/query/sortedByMetric.ts'

const formData = field.formDataSchema({
  groupby: field.columns(),
  metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  row_limit: field.rowLimit(10),
  sort_by_metric: field.flag(false),
  min_val: field.number(null),
  max_val: field.number(null),
  start_angle: field.number(225),
  end_angle: field.number(-45),
  color_scheme: field.format(undefined),
  font_size: field.number(15),
  number_format: field.format('SMART_NUMBER'),
  currency_format: field.currency(),
  value_formatter: field.text('{value}'),
  show_pointer: field.flag(true),
  animation: field.flag(true),
  show_axis_tick: field.flag(false),
  show_split_line: field.flag(false),
  split_number: field.number(10),
  show_progress: field.flag(true),
  overlap: field.flag(true),
  round_cap: field.flag(false),
  intervals: field.text(''),
  interval_color_indices: field.text(''),
})

export type GaugeForm = z.output<typeof formData>

export const query = defineQuery<GaugeForm>({
  formData,
  buildQuery: ({ formData: form }) => [sortedByMetric(form, buildQueryObject(form))],
})
