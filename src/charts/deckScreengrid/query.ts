import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { mapFields, weightedFields } from '../shared/maps/mapFields.ts'
import { weightedQuery } from '../shared/maps/mapQuery.ts'

const formData = field.formDataSchema({
  ...mapFields,
  ...weightedFields,
  grid_size: field.number(20),
  color_picker: field.rgbaOr({ r: 0, g: 122, b: 135, a: 1 }),
})

export type DeckScreengridForm = z.output<typeof formData>

export const query = defineQuery<DeckScreengridForm>({
  formData,
  buildQuery: ({ formData: form }) => [weightedQuery(form, { isSum: true })],
})
