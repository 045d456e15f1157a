import type { z } from 'zod'
import type { QueryColumn } from '../../model/query/queryObject.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { sortedByMetric } from '../shared/query/sortedByMetric.ts'

const formData = field.formDataSchema({
  groupby: field.column(),
  columns: field.column(),
  metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  row_limit: field.rowLimit(10_000),
  sort_by_metric: field.flag(false),
  y_axis_format: field.format('SMART_NUMBER'),
  color_scheme: field.format(undefined),
})

export type ChordForm = z.output<typeof formData>

export const query = defineQuery<ChordForm>({
  formData,
  buildQuery: ({ formData: form }) => {
    const columns = [form.groupby, form.columns].filter((column): column is QueryColumn => column !== undefined)
    return [sortedByMetric(form, { ...buildQueryObject(form), columns })]
  },
})
