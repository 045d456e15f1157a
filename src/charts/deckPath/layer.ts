import type { MakeLayer } from '../shared/maps/mapLayer.ts'
import { colorColumn } from '../shared/maps/savedCode.ts'
import { withoutShapes } from '../shared/maps/shapeTexts.ts'
import { pathLayer, pathSwatch, readPaths } from './paths.ts'
import type { DeckPathForm } from './query.ts'
import { texts } from './texts.ts'

/** The layer with one line per row. */
export const layer: MakeLayer<DeckPathForm> = (input) => {
  const { line_column: column } = input.formData
  const { rows, bounds, missing, tooLarge } = readPaths(input)
  if (column === undefined) return texts.needsLines
  if (rows.length === 0) return withoutShapes(tooLarge, texts.needsRows)
  return {
    layers: [pathLayer(input)],
    bounds,
    missing,
    tooLarge,
    replacesMutator: colorColumn(input.formData) !== undefined,
    swatch: pathSwatch(input.formData),
    marks: { rows, columns: [], drillColumns: [column] },
  }
}
