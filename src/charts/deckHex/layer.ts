import { coloredCells, weightedLayer } from '../shared/maps/weightedLayer.ts'
import { readCells } from './cells.ts'
import type { DeckHexForm } from './query.ts'

/** The layer with points grouped into hexagons. */
export const layer = weightedLayer<DeckHexForm>(({ bounds }, input, hidden) =>
  coloredCells(readCells(input), input, { bounds, by: input.formData.js_agg_function, hidden }),
)
