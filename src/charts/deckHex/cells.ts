import type { DrawInput } from '../shared/contract.ts'
import { hexagonCells, worldPart } from '../shared/maps/cells.ts'
import { readWeightedPoints } from '../shared/maps/weightedPoints.ts'
import { readOnce } from '../shared/readOnce.ts'
import type { DeckHexForm } from './query.ts'

/**
 * Minimum radius of a hexagon, in sides of the query's squares: it hardly matters then which hexagon a square falls
 * into.
 */
const squaresInRadius = 3

/** The points of the rows, grouped into hexagons of the chart's size. */
export const readCells = readOnce((input: Pick<DrawInput<DeckHexForm>, 'formData' | 'data' | 'datasource'>) => {
  const { formData: form } = input
  const points = readWeightedPoints(input)
  const [[, south], [, north]] = points.bounds ?? [
    [0, 0],
    [0, 0],
  ]
  const least = (squaresInRadius * (points.combined?.side ?? 0)) / 360
  return hexagonCells(points, Math.max(least, worldPart(form.grid_size, (south + north) / 2)), form.js_agg_function)
})
