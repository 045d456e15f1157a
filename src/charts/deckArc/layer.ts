import { categoryNames } from '../shared/maps/deck/categoryColors.ts'
import type { MakeLayer } from '../shared/maps/mapLayer.ts'
import { readSpatial, spatialColumns } from '../shared/maps/spatial.ts'
import { boundsOf } from '../shared/maps/viewport.ts'
import { arcLayer, arcSwatch, readArcs } from './arcs.ts'
import type { DeckArcForm } from './query.ts'
import { texts } from './texts.ts'

/** Arcs between two places. */
export const layer: MakeLayer<DeckArcForm> = (input, hidden) => {
  const { formData: form, color } = input
  const { rows, starts, ends, missing, categories } = readArcs(input)
  const [start, end] = [readSpatial(form.start_spatial), readSpatial(form.end_spatial)]
  if (start === undefined || end === undefined) return texts.needsPlaces
  if (rows.length === 0) return texts.needsRows
  const places = [...new Set([...spatialColumns(start), ...spatialColumns(end)])]
  const columns = [...places, ...(form.dimension === undefined ? [] : [form.dimension])]
  return {
    layers: [arcLayer(input, hidden)],
    bounds: boundsOf(starts, ends),
    missing,
    legend: {
      position: form.legend_position,
      entries: categoryNames(categories).map((label) => ({ label, color: color(label) })),
    },
    swatch: arcSwatch(form),
    marks: { rows, columns, drillColumns: columns },
  }
}
