import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { timeFields } from '../shared/legacySeries/formData.ts'
import { buildSeriesQuery } from '../shared/legacySeries/seriesQuery.ts'

const formData = field.formDataSchema({
  ...timeFields,
  metrics: field.metrics(),
  adhoc_filters: field.adhocFilters(),
  groupby: field.columns(),
  timeseries_limit_metric: field.metric(),
  order_desc: field.flag(true),
  contribution: field.flag(false),
  row_limit: field.rowLimit(10_000),
  significance_level: field.number(0.05),
  pvalue_precision: field.number(6),
  liftvalue_precision: field.number(4),
})

export type PairedTTestForm = z.output<typeof formData>

export const query = defineQuery<PairedTTestForm>({
  formData,
  buildQuery: ({ formData: form, datasource }) => [buildSeriesQuery(form, datasource)],
})
