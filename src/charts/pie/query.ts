import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { legendFields } from '../shared/timeseries/formData.ts'

const labelTypes = [
  'key',
  'value',
  'percent',
  'key_value',
  'key_percent',
  'key_value_percent',
  'value_percent',
  'template',
] as const

const formData = field.formDataSchema({
  groupby: field.columns(),
  metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  row_limit: field.rowLimit(100),
  sort_by_metric: field.flag(true),
  color_scheme: field.format(undefined),
  show_labels_threshold: field.number(5),
  threshold_for_other: field.number(0),
  roseType: field.oneOf([null, 'area', 'radius'], null),
  ...legendFields,
  label_type: field.oneOf(labelTypes, 'key'),
  label_template: field.text(''),
  number_format: field.format('SMART_NUMBER'),
  currency_format: field.currency(),
  date_format: field.format('smart_date'),
  show_labels: field.flag(true),
  labels_outside: field.flag(true),
  label_line: field.flag(false),
  show_total: field.flag(false),
  outerRadius: field.number(70),
  donut: field.flag(false),
  innerRadius: field.number(30),
})

export type PieForm = z.output<typeof formData>

export const query = defineQuery<PieForm>({
  formData,
  buildQuery: ({ formData: form }) => {
    const query = buildQueryObject(form)
    // largest slice first
    return [form.sort_by_metric && form.metric !== undefined ? { ...query, orderby: [[form.metric, false]] } : query]
  },
})
