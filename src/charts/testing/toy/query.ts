import type { z } from 'zod'
import { defineQuery } from '../../shared/contract.ts'
import * as field from '../../shared/fields.ts'
import { buildQueryObject } from '../../shared/query/buildQueryObject.ts'

const formData = field.formDataSchema({
  groupby: field.columns(),
  metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  toy_size: field.number(3),
  forecastEnabled: field.flag(false),
})

export type ToyForm = z.output<typeof formData>

/** Two queries: the groups, and the metric over all rows. */
export const query = defineQuery<ToyForm>({
  formData,
  buildQuery: ({ formData: form }) => {
    const groups = buildQueryObject(form)
    return [groups, { ...groups, columns: [] }]
  },
  migrate: ({ toysize, ...rest }) => (toysize === undefined ? rest : { ...rest, toy_size: toysize }),
  replaces: { old_toy: ({ group, ...rest }) => ({ ...rest, groupby: [group] }) },
})
