import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { seriesFields } from '../shared/legacySeries/formData.ts'
import { seriesFormOf } from '../shared/legacySeries/seriesForm.ts'
import { buildTimeseriesQuery } from '../shared/timeseries/buildQuery.ts'

const formData = field.formDataSchema({
  ...seriesFields,
  /** the row of the point that values are compared with; chosen by the reader, never saved */
  index_row: field.number(0),
})

export type CompareForm = z.output<typeof formData>

export const query = defineQuery<CompareForm>({
  formData,
  buildQuery: ({ formData: form, datasource }) =>
    buildTimeseriesQuery({ formData: seriesFormOf(form, datasource), datasource }),
})
