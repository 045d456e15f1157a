import type { MakeLayer } from '../shared/maps/mapLayer.ts'
import { withoutShapes } from '../shared/maps/shapeTexts.ts'
import { metricOfSize } from '../shared/maps/size.ts'
import { areaSwatch } from '../shared/maps/swatch.ts'
import { areaLayer, readEntries, readPolygons } from './areas.ts'
import type { DeckPolygonForm } from './query.ts'
import { texts } from './texts.ts'

/** The layer with one area per row, colored by a metric. */
export const layer: MakeLayer<DeckPolygonForm> = (input, hidden) => {
  const { formData: form } = input
  const { rows, bounds, missing, tooLarge } = readPolygons(input)
  if (form.line_column === undefined) return texts.needsAreas
  if (rows.length === 0) return withoutShapes(tooLarge, texts.needsRows)
  return {
    layers: [areaLayer(input, hidden)],
    bounds,
    missing,
    tooLarge,
    legend: { position: form.legend_position, entries: readEntries(input), isRange: true },
    swatch: areaSwatch(form),
    marks: {
      rows,
      columns: form.line_type === 'geohash' ? [form.line_column] : [],
      metrics: [form.metric, metricOfSize(form.point_radius_fixed)].filter((metric) => metric !== undefined),
      format: form.legend_format,
      drillColumns: [form.line_column],
    },
  }
}
