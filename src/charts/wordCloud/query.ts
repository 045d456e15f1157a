import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'

const formData = field.formDataSchema({
  series: field.column(),
  metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  row_limit: field.rowLimit(100),
  sort_by_metric: field.flag(false),
  size_from: field.number(10),
  size_to: field.number(70),
  rotation: field.oneOf(['random', 'flat', 'square'], 'square'),
  color_scheme: field.format(undefined),
})

export type WordCloudForm = z.output<typeof formData>

export const query = defineQuery<WordCloudForm>({
  formData,
  buildQuery: ({ formData: form }) => {
    const query = buildQueryObject(form)
    return [form.sort_by_metric && form.metric !== undefined ? { ...query, orderby: [[form.metric, false]] } : query]
  },
})
