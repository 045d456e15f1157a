import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject, list } from '../shared/query/buildQueryObject.ts'
import { sortedByMetric } from '../shared/query/sortedByMetric.ts'

const formData = field.formDataSchema({
  columns: field.columns(),
  metric: field.metric(),
  secondary_metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  row_limit: field.rowLimit(10_000),
  sort_by_metric: field.flag(false),
  color_scheme: field.format(undefined),
  linear_color_scheme: field.format('superset_seq_1'),
  show_labels: field.flag(false),
  show_labels_threshold: field.number(1),
  show_total: field.flag(false),
  label_type: field.oneOf(['key', 'value', 'key_value'], 'key'),
  number_format: field.format('SMART_NUMBER'),
  currency_format: field.currency(),
  date_format: field.format('smart_date'),
})

export type SunburstForm = z.output<typeof formData>

/** The retired sunburst -> the sunburst: its dimensions become the levels. */
function migrateLegacySunburst({ groupby, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return { ...rest, viz_type: 'sunburst_v2', ...(groupby !== undefined && { columns: list<unknown>(groupby) }) }
}

export const query = defineQuery<SunburstForm>({
  formData,
  buildQuery: ({ formData: form }) => [sortedByMetric(form, buildQueryObject(form))],
  replaces: { sunburst: migrateLegacySunburst },
})
