import { type Aggregation, aggregate } from './aggregates.ts'
import type { Line, Point } from './shapes.ts'
import { heightOf, latitudeOf, onMap, pixelsOfMeter } from './viewport.ts'
import type { WeightedPoints } from './weightedPoints.ts'

/** Points counted in cells of one size on the map of Mercator, whose width is 1. */

export interface Cell {
  /** its middle, on the map of Mercator */
  x: number
  y: number
  /** its outline in degrees */
  outline: Line
  /** the aggregate of the weights */
  value: number
  /** points */
  count: number
}

/** Where a point is on a map whose width is 1. */
export const worldPlace = (longitude: number, latitude: number): [x: number, y: number] => [
  longitude / 360,
  heightOf(onMap(latitude)),
]

const degreesAt = (x: number, y: number): Point => [x * 360, latitudeOf(y)]

/** The part of the width of the world that a length has at a latitude. */
export const worldPart = (meters: number, latitude: number): number => (pixelsOfMeter(0, latitude) * meters) / 512

/** A cell must be so wide that no more than these fit side by side on the map. */
const mostAcross = 1_000_000
const leastSize = 1 / mostAcross

type Key = string

function collect(
  { positions, weights }: Pick<WeightedPoints, 'positions' | 'weights'>,
  keyOf: (x: number, y: number) => readonly [column: number, row: number],
): Map<Key, { column: number; row: number; values: number[] }> {
  const cells = new Map<Key, { column: number; row: number; values: number[] }>()
  for (const [at, weight] of weights.entries()) {
    const [x, y] = worldPlace(positions[at * 2]!, positions[at * 2 + 1]!)
    const [column, row] = keyOf(x, y)
    const key = `${column},${row}`
    const cell = cells.get(key)
    if (cell) cell.values.push(weight)
    else cells.set(key, { column, row, values: [weight] })
  }
  return cells
}

/** Squares. `size`: part of the width of the world. */
export function squareCells(
  points: Pick<WeightedPoints, 'positions' | 'weights'>,
  size: number,
  by: Aggregation,
): Cell[] {
  const side = size > leastSize ? size : leastSize
  const found = collect(points, (x, y) => [Math.floor(x / side), Math.floor(y / side)])
  return [...found.values()].map(({ column, row, values }) => {
    const [west, south, east, north] = [column * side, row * side, (column + 1) * side, (row + 1) * side]
    const outline = [degreesAt(west, south), degreesAt(east, south), degreesAt(east, north), degreesAt(west, north)]
    return { x: west + side / 2, y: south + side / 2, outline, value: aggregate(values, by), count: values.length }
  })
}

/** Between the middles of hexagons, in parts of the radius. */
const across = Math.sqrt(3)
const down = 1.5

/** Hexagons with a corner at the top. `size`: their radius, as a part of the width of the world. */
export function hexagonCells(
  points: Pick<WeightedPoints, 'positions' | 'weights'>,
  size: number,
  by: Aggregation,
): Cell[] {
  const radius = size > leastSize ? size : leastSize
  const middleOf = (column: number, row: number): [number, number] => [
    (column + (Math.abs(row) % 2) / 2) * across * radius,
    row * down * radius,
  ]
  const found = collect(points, (x, y) => {
    // the nearest of the middles in the two rows around the point
    const below = Math.floor(y / (down * radius))
    const near = [below, below + 1].map((row) => {
      const column = Math.round(x / (across * radius) - (Math.abs(row) % 2) / 2)
      const [atX, atY] = middleOf(column, row)
      return { column, row, distance: (x - atX) ** 2 + (y - atY) ** 2 }
    })
    const [one, other] = near as [(typeof near)[0], (typeof near)[0]]
    const { column, row } = one.distance <= other.distance ? one : other
    return [column, row]
  })
  return [...found.values()].map(({ column, row, values }) => {
    const [x, y] = middleOf(column, row)
    const outline = Array.from({ length: 6 }, (_, corner) => {
      const angle = (Math.PI / 3) * corner + Math.PI / 6
      return degreesAt(x + radius * Math.cos(angle), y + radius * Math.sin(angle))
    })
    return { x, y, outline, value: aggregate(values, by), count: values.length }
  })
}
