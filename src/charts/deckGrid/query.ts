import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { mapFields, weightedFields } from '../shared/maps/mapFields.ts'
import { weightedQuery } from '../shared/maps/mapQuery.ts'

const formData = field.formDataSchema({
  ...mapFields,
  ...weightedFields,
  color_scheme: field.format(undefined),
  grid_size: field.number(20),
  extruded: field.flag(true),
})

export type DeckGridForm = z.output<typeof formData>

export const query = defineQuery<DeckGridForm>({
  formData,
  buildQuery: ({ formData: form }) => [weightedQuery(form, { isSum: true })],
})
