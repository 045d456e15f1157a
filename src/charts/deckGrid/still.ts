import type { StillInput } from '../shared/contract.ts'
import { readSpatial } from '../shared/maps/spatial.ts'
import { stillCells } from '../shared/maps/stillCells.ts'
import { type MakeStillParts, stillMap } from '../shared/maps/stillMap.ts'
import { combinedNotes } from '../shared/maps/stillNotes.ts'
import { readWeightedPoints } from '../shared/maps/weightedPoints.ts'
import { weightedTexts } from '../shared/maps/weightedTexts.ts'
import type { SvgNode } from '../shared/svg/tree.ts'
import { readCells } from './cells.ts'
import type { DeckGridForm } from './query.ts'

/** The same map as a picture. */
export const still = (input: StillInput<DeckGridForm>): SvgNode | string => stillMap(input, stillParts)

export const stillParts: MakeStillParts<DeckGridForm> = (input) => {
  const { formData: form, text } = input
  const { bounds, missing, combined } = readWeightedPoints(input)
  if (readSpatial(form.spatial) === undefined) return text(weightedTexts.needsPlaces)
  if (bounds === undefined) return text(weightedTexts.needsRows)
  return {
    ...stillCells(input, readCells(input), { bounds, by: 'sum' }),
    missing,
    ...combinedNotes(combined, text),
  }
}
