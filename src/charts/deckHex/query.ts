import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { aggregations } from '../shared/maps/aggregates.ts'
import { mapFields, weightedFields } from '../shared/maps/mapFields.ts'
import { weightedQuery } from '../shared/maps/mapQuery.ts'

const formData = field.formDataSchema({
  ...mapFields,
  ...weightedFields,
  color_scheme: field.format(undefined),
  grid_size: field.number(20),
  extruded: field.flag(true),
  js_agg_function: field.oneOf(aggregations, 'sum'),
})

export type DeckHexForm = z.output<typeof formData>

export const query = defineQuery<DeckHexForm>({
  formData,
  buildQuery: ({ formData: form }) => [weightedQuery(form, { isSum: form.js_agg_function === 'sum' })],
})
