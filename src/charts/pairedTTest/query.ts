import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { queryFields } from '../shared/legacySeries/formData.ts'
import { buildSeriesQuery } from '../shared/legacySeries/seriesQuery.ts'

const formData = field.formDataSchema({
  ...queryFields,
  significance_level: field.number(0.05),
  pvalue_precision: field.number(6),
  liftvalue_precision: field.number(4),
})

export type PairedTTestForm = z.output<typeof formData>

export const query = defineQuery<PairedTTestForm>({
  formData,
  buildQuery: ({ formData: form, datasource }) => [buildSeriesQuery(form, datasource)],
})
