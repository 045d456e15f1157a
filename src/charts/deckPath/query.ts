import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { mapFields } from '../shared/maps/mapFields.ts'
import { mapQuery } from '../shared/maps/mapQuery.ts'

const formData = field.formDataSchema({
  ...mapFields,
  line_column: field.column(),
  line_type: field.oneOf(['polyline', 'json', 'geohash'], 'json'),
  row_limit: field.rowLimit(10_000),
  color_picker: field.rgbaOr({ r: 0, g: 122, b: 135, a: 1 }),
  line_width: field.number(1),
  line_width_unit: field.oneOf(['meters', 'pixels'], 'pixels'),
  reverse_long_lat: field.flag(false),
})

export type DeckPathForm = z.output<typeof formData>

export const query = defineQuery<DeckPathForm>({
  formData,
  buildQuery: ({ formData: form }) => [mapQuery(form, { shapes: form.line_column })],
})
