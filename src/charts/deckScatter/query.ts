import type { z } from 'zod'
import { columnLabel } from '../../model/query/labels.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { areaColumns } from '../shared/maps/areaFilter.ts'
import { fixedOrMetric, legendFields, mapFields, spatial } from '../shared/maps/mapFields.ts'
import { mapQuery } from '../shared/maps/mapQuery.ts'
import { metricOfSize } from '../shared/maps/size.ts'
import { readSpatial, spatialColumns } from '../shared/maps/spatial.ts'

const formData = field.formDataSchema({
  ...mapFields,
  ...legendFields,
  spatial: spatial(),
  row_limit: field.rowLimit(10_000),
  many_points: field.oneOf(['cells', 'rows'], 'cells'),
  point_radius_fixed: fixedOrMetric(1000),
  point_unit: field.oneOf(
    ['square_m', 'square_km', 'square_miles', 'radius_m', 'radius_km', 'radius_miles'],
    'square_m',
  ),
  min_radius: field.number(2),
  max_radius: field.number(250),
  multiplier: field.number(1),
  color_picker: field.rgbaOr({ r: 0, g: 122, b: 135, a: 1 }),
  dimension: field.column(),
  color_scheme: field.format(undefined),
})

export type DeckScatterForm = z.output<typeof formData>

export const query = defineQuery<DeckScatterForm>({
  formData,
  buildQuery({ formData: form }) {
    const query = mapQuery(form, {
      places: spatialColumns(readSpatial(form.spatial)),
      columns: [form.dimension],
      metrics: [metricOfSize(form.point_radius_fixed)],
    })
    const degrees = form.many_points === 'cells' ? areaColumns(form.spatial) : undefined
    if (degrees === undefined) return [query]
    const by = form.dimension === undefined ? {} : { by: [columnLabel(form.dimension)] }
    return [{ ...query, point_cells: { longitude: degrees[0], latitude: degrees[1], ...by } }]
  },
})
