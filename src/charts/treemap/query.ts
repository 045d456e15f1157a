import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject, list } from '../shared/query/buildQueryObject.ts'
import { sortedByMetric } from '../shared/query/sortedByMetric.ts'

const formData = field.formDataSchema({
  groupby: field.columns(),
  metric: field.metric(),
  row_limit: field.rowLimit(10_000),
  sort_by_metric: field.flag(false),
  adhoc_filters: field.adhocFilters(),
  color_scheme: field.format(undefined),
  show_labels: field.flag(true),
  show_upper_labels: field.flag(true),
  // the contract uses a capital letter here
  label_type: field.oneOf(['Key', 'value', 'key_value'], 'key_value'),
  number_format: field.format('SMART_NUMBER'),
  currency_format: field.currency(),
  date_format: field.format('smart_date'),
})

export type TreemapForm = z.output<typeof formData>

/** The retired treemap -> the treemap: of its metrics, only the first one is drawn. */
function migrateLegacyTreemap(form: Record<string, unknown>): Record<string, unknown> {
  const { metrics, order_desc, ...rest } = form
  const [first] = list<unknown>(metrics)
  return {
    ...rest,
    viz_type: 'treemap_v2',
    ...(first !== undefined && { metric: first }),
    ...(order_desc !== undefined && { sort_by_metric: Boolean(order_desc) }),
  }
}

export const query = defineQuery<TreemapForm>({
  formData,
  buildQuery: ({ formData: form }) => [sortedByMetric(form, buildQueryObject(form))],
  replaces: { treemap: migrateLegacyTreemap },
})
