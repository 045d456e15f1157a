import type { DrawInput } from '../shared/contract.ts'
import { joinedCells, squareCells, worldPart } from '../shared/maps/cells.ts'
import { readWeightedPoints } from '../shared/maps/weightedPoints.ts'
import { readOnce } from '../shared/readOnce.ts'
import type { DeckGridForm } from './query.ts'

/** The points of the rows in squares of the chart's size. */
export const readCells = readOnce((input: Pick<DrawInput<DeckGridForm>, 'formData' | 'data' | 'datasource'>) => {
  const { formData: form } = input
  const points = readWeightedPoints(input)
  const [[, south], [, north]] = points.bounds ?? [
    [0, 0],
    [0, 0],
  ]
  const part = worldPart(form.grid_size, (south + north) / 2)
  const side = points.combined?.side
  return side === undefined ? squareCells(points, part, 'sum') : joinedCells(points, part * 360, side)
})
