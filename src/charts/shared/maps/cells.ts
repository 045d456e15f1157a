import { type Aggregation, aggregate } from './aggregates.ts'
import type { Area } from './areaFilter.ts'
import type { Line, Point } from './shapes.ts'
import { heightOf, latitudeOf, onMap, pixelsOfMeter } from './viewport.ts'
import type { WeightedPoints } from './weightedPoints.ts'

/** Points counted in cells of equal size, on a Mercator map whose width is 1. */

export interface Cell {
  /** its center, on the Mercator map */
  x: number
  y: number
  /** its outline in degrees */
  outline: Line
  /** the aggregate of the weights */
  value: number
  /** number of points */
  count: number
}

/** The position of a point on a map whose width is 1. */
export const worldPlace = (longitude: number, latitude: number): [x: number, y: number] => [
  longitude / 360,
  heightOf(onMap(latitude)),
]

const degreesAt = (x: number, y: number): Point => [x * 360, latitudeOf(y)]

/** A length at a latitude, as a fraction of the width of the world. */
export const worldPart = (meters: number, latitude: number): number => (pixelsOfMeter(0, latitude) * meters) / 512

/** Maximum number of cells across the whole map, which limits how narrow a cell can be. */
const mostAcross = 1_000_000
const leastSize = 1 / mostAcross

type Points = Pick<WeightedPoints, 'positions' | 'weights' | 'counts'>

interface Collected {
  column: number
  row: number
  values: number[]
  count: number
}

function collect(
  { positions, weights, counts }: Points,
  keyOf: (longitude: number, latitude: number) => readonly [column: number, row: number],
): Collected[] {
  const cells = new Map<string, Collected>()
  for (const [at, weight] of weights.entries()) {
    const [column, row] = keyOf(positions[at * 2]!, positions[at * 2 + 1]!)
    const key = `${column},${row}`
    const count = counts?.[at] ?? 1
    const cell = cells.get(key)
    if (cell) {
      cell.values.push(weight)
      cell.count += count
    } else cells.set(key, { column, row, values: [weight], count })
  }
  return [...cells.values()]
}

/** The box around a cell. */
export function boxOfCell({ outline }: Cell): Area {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/**
 * Combines cells of the database into larger squares in degrees, each of which contains whole cells. `side`:
 * approximate side of the new squares in degrees; `of`: side of the cells of the database.
 */
export function joinedCells(points: Points, side: number, of: number): Cell[] {
  const step = of * Math.max(1, Math.round(side / of) || 1)
  const found = collect(points, (longitude, latitude) => [Math.floor(longitude / step), Math.floor(latitude / step)])
  return found.map(({ column, row, values, count }) => {
    const [west, south, east, north] = [column, row, column + 1, row + 1].map((at) =>
      Number((at * step).toFixed(6)),
    ) as Area
    const outline: Line = [
      [west, onMap(south)],
      [east, onMap(south)],
      [east, onMap(north)],
      [west, onMap(north)],
    ]
    const [x, y] = worldPlace((west + east) / 2, (south + north) / 2)
    return { x, y, outline, value: aggregate(values, 'sum'), count }
  })
}

/** Squares. `size`: fraction of the width of the world. */
export function squareCells(points: Points, size: number, by: Aggregation): Cell[] {
  const side = size > leastSize ? size : leastSize
  const found = collect(points, (longitude, latitude) => {
    const [x, y] = worldPlace(longitude, latitude)
    return [Math.floor(x / side), Math.floor(y / side)]
  })
  return found.map(({ column, row, values, count }) => {
    const [west, south, east, north] = [column * side, row * side, (column + 1) * side, (row + 1) * side]
    const outline = [degreesAt(west, south), degreesAt(east, south), degreesAt(east, north), degreesAt(west, north)]
    return { x: west + side / 2, y: south + side / 2, outline, value: aggregate(values, by), count }
  })
}

/** Distances between the centers of hexagons, as multiples of the radius. */
const across = Math.sqrt(3)
const down = 1.5

/** Hexagons with a corner at the top. `size`: their radius, as a fraction of the width of the world. */
export function hexagonCells(points: Points, size: number, by: Aggregation): Cell[] {
  const radius = size > leastSize ? size : leastSize
  const middleOf = (column: number, row: number): [number, number] => [
    (column + (Math.abs(row) % 2) / 2) * across * radius,
    row * down * radius,
  ]
  const found = collect(points, (longitude, latitude) => {
    const [x, y] = worldPlace(longitude, latitude)
    // the closest of the centers in the two rows around the point
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
  return found.map(({ column, row, values, count }) => {
    const [x, y] = middleOf(column, row)
    const outline = Array.from({ length: 6 }, (_, corner) => {
      const angle = (Math.PI / 3) * corner + Math.PI / 6
      return degreesAt(x + radius * Math.cos(angle), y + radius * Math.sin(angle))
    })
    return { x, y, outline, value: aggregate(values, by), count }
  })
}
