import { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { areaFields, fixedOrMetric, legendFields, mapFields } from '../shared/maps/mapFields.ts'
import { mapQuery } from '../shared/maps/mapQuery.ts'
import { metricOfSize } from '../shared/maps/size.ts'

/** Number of buckets if the control was cleared. */
const bucketsIfEmpty = 10

const formData = field.formDataSchema({
  ...mapFields,
  ...legendFields,
  ...areaFields,
  line_column: field.column(),
  line_type: field.oneOf(['polyline', 'json', 'geohash'], 'json'),
  metric: field.metric(),
  point_radius_fixed: fixedOrMetric(1000),
  row_limit: field.rowLimit(10_000),
  reverse_long_lat: field.flag(false),
  multiplier: field.number(1),
  line_width: field.number(10),
  linear_color_scheme: field.format(undefined),
  opacity: field.number(80),
  num_buckets: z
    .unknown()
    .transform((saved) => {
      const count = saved === null || saved === '' || typeof saved === 'boolean' ? Number.NaN : Number(saved)
      return Number.isFinite(count) && count > 0 ? count : bucketsIfEmpty
    })
    .default(5),
  break_points: z
    .unknown()
    .transform((saved): unknown[] => (Array.isArray(saved) ? saved : []))
    .default([]),
  table_filter: field.flag(false),
  toggle_polygons: field.flag(true),
})

export type DeckPolygonForm = z.output<typeof formData>

export const query = defineQuery<DeckPolygonForm>({
  formData,
  buildQuery: ({ formData: form }) => [
    mapQuery(form, { shapes: form.line_column, metrics: [form.metric, metricOfSize(form.point_radius_fixed)] }),
  ],
})
