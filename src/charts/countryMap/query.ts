import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'

const formData = field.formDataSchema({
  time_range: field.text('No filter'),
  select_country: field.format(undefined),
  entity: field.column(),
  metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  number_format: field.format('SMART_NUMBER'),
  linear_color_scheme: field.format(undefined),
})

export type CountryMapForm = z.output<typeof formData>

export const query = defineQuery<CountryMapForm>({
  formData,
  buildQuery: ({ formData: form }) => [
    { ...buildQueryObject(form), columns: form.entity === undefined ? [] : [form.entity] },
  ],
})
