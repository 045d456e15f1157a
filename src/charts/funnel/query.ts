import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { sortedByMetric } from '../shared/query/sortedByMetric.ts'
import { legendFields } from '../shared/timeseries/formData.ts'

const formData = field.formDataSchema({
  groupby: field.columns(),
  metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  row_limit: field.rowLimit(10),
  sort_by_metric: field.flag(true),
  percent_calculation_type: field.oneOf(['first_step', 'prev_step', 'total'], 'first_step'),
  color_scheme: field.format(undefined),
  ...legendFields,
  label_type: field.number(0),
  tooltip_label_type: field.number(5),
  number_format: field.format('SMART_NUMBER'),
  currency_format: field.currency(),
  show_labels: field.flag(true),
  show_tooltip_labels: field.flag(true),
  // saved by older versions, without a control
  sort: field.oneOf(['descending', 'ascending', 'none'], 'descending'),
  orient: field.oneOf(['vertical', 'horizontal'], 'vertical'),
  gap: field.number(0),
  labelLine: field.flag(false),
})

export type FunnelForm = z.output<typeof formData>

export const query = defineQuery<FunnelForm>({
  formData,
  buildQuery: ({ formData: form }) => [sortedByMetric(form, buildQueryObject(form))],
})
