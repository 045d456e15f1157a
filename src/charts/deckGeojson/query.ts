import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { areaFields, mapFields } from '../shared/maps/mapFields.ts'
import { mapQuery } from '../shared/maps/mapQuery.ts'

const formData = field.formDataSchema({
  ...mapFields,
  ...areaFields,
  geojson: field.column(),
  row_limit: field.rowLimit(10_000),
  line_width: field.number(10),
  line_width_unit: field.oneOf(['meters', 'pixels'], 'meters'),
  point_radius_scale: field.number(null),
})

export type DeckGeojsonForm = z.output<typeof formData>

export const query = defineQuery<DeckGeojsonForm>({
  formData,
  buildQuery: ({ formData: form }) => [mapQuery(form, { shapes: form.geojson })],
})
