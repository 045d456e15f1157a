import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { legendFields, mapFields, spatial } from '../shared/maps/mapFields.ts'
import { mapQuery } from '../shared/maps/mapQuery.ts'
import { readSpatial, spatialColumns } from '../shared/maps/spatial.ts'

const formData = field.formDataSchema({
  ...mapFields,
  ...legendFields,
  start_spatial: spatial(),
  end_spatial: spatial(),
  row_limit: field.rowLimit(10_000),
  color_picker: field.rgbaOr({ r: 0, g: 122, b: 135, a: 1 }),
  target_color_picker: field.rgbaOr({ r: 0, g: 122, b: 135, a: 1 }),
  dimension: field.column(),
  color_scheme: field.format(undefined),
  stroke_width: field.number(null),
})

export type DeckArcForm = z.output<typeof formData>

export const query = defineQuery<DeckArcForm>({
  formData,
  buildQuery: ({ formData: form }) => [
    mapQuery(form, {
      places: [form.start_spatial, form.end_spatial].flatMap((each) => spatialColumns(readSpatial(each))),
      columns: [form.dimension],
    }),
  ],
})
