import { coloredCells, weightedLayer } from '../shared/maps/weightedLayer.ts'
import { readCells } from './cells.ts'
import type { DeckGridForm } from './query.ts'

/** Points in squares. */
export const layer = weightedLayer<DeckGridForm>(({ bounds }, input, hidden) =>
  coloredCells(readCells(input), input, { bounds, by: 'sum', hidden }),
)
