import { z } from 'zod'
import * as field from '../shared/fields.ts'
import { timeFields } from '../shared/legacySeries/formData.ts'
import { readTimeColumn, type TimeColumn } from './timeColumn.ts'

const columns = z
  .unknown()
  .transform((saved): TimeColumn[] =>
    Array.isArray(saved) ? saved.map(readTimeColumn).filter((column) => column !== null) : [],
  )
  .default([])

export const timeTableFormData = field.formDataSchema({
  ...timeFields,
  metrics: field.metrics(),
  adhoc_filters: field.adhocFilters(),
  groupby: field.columns(),
  column_collection: columns,
  row_limit: field.rowLimit(10_000),
  url: field.text(''),
})

export type TimeTableForm = z.output<typeof timeTableFormData>
