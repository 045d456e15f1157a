import type { MakeLayer } from '../shared/maps/mapLayer.ts'
import { withoutShapes } from '../shared/maps/shapeTexts.ts'
import { areaSwatch } from '../shared/maps/swatch.ts'
import { featureLayers, readParts } from './features.ts'
import type { DeckGeojsonForm } from './query.ts'
import { texts } from './texts.ts'

/** Points, lines and areas of the rows. */
export const layer: MakeLayer<DeckGeojsonForm> = (input) => {
  const { geojson: column } = input.formData
  const { bounds, missing, tooLarge } = readParts(input)
  const layers = featureLayers(input)
  if (column === undefined) return texts.needsFeatures
  if (layers.length === 0) return withoutShapes(tooLarge, texts.needsRows)
  const swatch = areaSwatch(input.formData)
  return { layers, bounds, missing, tooLarge, swatch, marks: { columns: [], drillColumns: [column] } }
}
