import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'

const formData = field.formDataSchema({
  metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  ranges: field.text(''),
  range_labels: field.text(''),
  markers: field.text(''),
  marker_labels: field.text(''),
  marker_lines: field.text(''),
  marker_line_labels: field.text(''),
})

export type BulletForm = z.output<typeof formData>

export const query = defineQuery<BulletForm>({
  formData,
  buildQuery: ({ formData: form }) => [buildQueryObject(form)],
})
