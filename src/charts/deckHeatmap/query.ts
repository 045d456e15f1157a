import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { mapFields, weightedFields } from '../shared/maps/mapFields.ts'
import { weightedQuery } from '../shared/maps/mapQuery.ts'

const formData = field.formDataSchema({
  ...mapFields,
  ...weightedFields,
  intensity: field.number(1),
  radius_pixels: field.number(30),
  linear_color_scheme: field.format(undefined),
  aggregation: field.oneOf(['sum', 'mean'], 'sum'),
})

export type DeckHeatmapForm = z.output<typeof formData>

export const query = defineQuery<DeckHeatmapForm>({
  formData,
  buildQuery: ({ formData: form }) => [weightedQuery(form, { isSum: form.aggregation === 'sum' })],
})
