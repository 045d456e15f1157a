import { z } from 'zod'
import type { QueryObject } from '../../model/query/queryObject.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { fieldsOf } from './fields.ts'

/** Maximum number of values of a column, as in the contract. */
const mostChoices = 1000

const formData = field.formDataSchema({
  filter_configs: z
    .unknown()
    .transform((saved) => (Array.isArray(saved) ? (saved as unknown[]) : []))
    .default([]),
  date_filter: field.flag(true),
  instant_filtering: field.flag(false),
  show_sqla_time_granularity: field.flag(false),
  show_sqla_time_column: field.flag(false),
  adhoc_filters: field.adhocFilters(),
  time_range: field.text('No filter'),
})

export type FilterBoxForm = z.output<typeof formData>

export const query = defineQuery<FilterBoxForm>({
  formData,
  buildQuery: ({ formData: form }) => {
    const { time_grain_sqla: _grain, ...given } = form as FilterBoxForm & { time_grain_sqla?: unknown }
    const base = { ...buildQueryObject({ ...given, metrics: [], groupby: [] }), metrics: [], columns: [] }
    return fieldsOf(form).flatMap(({ config }): QueryObject[] =>
      config
        ? [
            {
              ...base,
              columns: [config.column],
              metrics: config.metric === undefined ? [] : [config.metric],
              orderby: [[config.metric ?? config.column, config.asc]],
              row_limit: mostChoices,
            },
          ]
        : [],
    )
  },
})
