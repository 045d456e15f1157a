import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { sortedByMetric } from '../shared/query/sortedByMetric.ts'

const formData = field.formDataSchema({
  time_range: field.text('No filter'),
  entity: field.column(),
  country_fieldtype: field.oneOf(['name', 'cioc', 'cca2', 'cca3'], 'cca2'),
  metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  row_limit: field.rowLimit(10_000),
  sort_by_metric: field.flag(false),
  show_bubbles: field.flag(false),
  secondary_metric: field.metric(),
  max_bubble_size: field.number(25),
  color_picker: field.rgbaOr({ r: 0, g: 122, b: 135, a: 1 }),
  color_by: field.oneOf(['metric', 'country'], 'metric'),
  linear_color_scheme: field.format(undefined),
  color_scheme: field.format(undefined),
  y_axis_format: field.format('SMART_NUMBER'),
  currency_format: field.currency(),
})

export type WorldMapForm = z.output<typeof formData>

export const query = defineQuery<WorldMapForm>({
  formData,
  buildQuery: ({ formData: form }) => {
    const query = buildQueryObject(form)
    return [sortedByMetric(form, { ...query, columns: form.entity === undefined ? [] : [form.entity] })]
  },
})
