import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { seriesFields } from '../shared/legacySeries/formData.ts'
import { seriesFormOf } from '../shared/legacySeries/seriesForm.ts'
import { buildTimeseriesQuery } from '../shared/timeseries/buildQuery.ts'

const formData = field.formDataSchema({
  ...seriesFields,
  number_format: field.format('SMART_NUMBER'),
  date_time_format: field.format('smart_date'),
  rich_tooltip: field.flag(true),
  rose_area_proportion: field.flag(false),
})

export type RoseForm = z.output<typeof formData>

export const query = defineQuery<RoseForm>({
  formData,
  buildQuery: ({ formData: form, datasource }) =>
    buildTimeseriesQuery({ formData: seriesFormOf(form, datasource), datasource }),
})
