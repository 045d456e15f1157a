import type { DataMask } from '../../../model/dashboard/dataMask.ts'
import type { ChartData, JsonCell } from '../../../model/query/chartData.ts'
import type { QueryFilter } from '../../../model/query/queryObject.ts'
import { cellsOf, numberOf } from '../plot/cells.ts'
import type { AreaColumns } from './areaFilter.ts'
import { readCombined } from './combined.ts'

/** A position in px, or a place in degrees. */
export type Corner = readonly [x: number, y: number]

/** Maximum number of longitudes, and of latitudes, that a filter lists. */
export const mostListed = 1000

/** Why the places inside of a lasso cannot be a filter. */
export type LassoFault = 'cells' | 'none' | 'many' | 'mixed'

/** The filters for exactly the rows inside of a lasso, and the number of these rows. */
export interface LassoFilters {
  filters: QueryFilter[]
  rows: number
}

/**
 * Filters are conditions that all have to be true, so not every set of places can be one. If no other place is in the
 * box around the selected ones, the filter is this box. Otherwise it lists their longitudes and their latitudes, unless
 * these are those of another place too. `isInside`: whether a place is inside of the lasso.
 */
export function lassoFilters(
  answer: ChartData | undefined,
  [longitude, latitude]: AreaColumns,
  isInside: (place: Corner) => boolean,
): LassoFilters | LassoFault {
  if (readCombined(answer)) return 'cells'
  const [xs, ys] = [cellsOf(answer, longitude), cellsOf(answer, latitude)]
  const [inside, outside]: [number[], number[]] = [[], []]
  for (const [row, cell] of xs.entries()) {
    const [x, y] = [numberOf(cell), numberOf(ys[row] ?? null)]
    if (x !== null && y !== null) (isInside([x, y]) ? inside : outside).push(row)
  }
  if (inside.length === 0) return 'none'
  const box = [rangeOf(inside, xs), rangeOf(inside, ys)] as const
  const isIn = ([least, most]: Corner, cell: JsonCell | undefined) => {
    const value = numberOf(cell ?? null) ?? Number.NaN
    return value >= least && value <= most
  }
  if (!outside.some((row) => isIn(box[0], xs[row]) && isIn(box[1], ys[row])))
    return { rows: inside.length, filters: [...within(longitude, box[0]), ...within(latitude, box[1])] }
  const [listedX, listedY] = [xs, ys].map((cells) => new Set(inside.map((row) => cells[row]))) as [
    Set<JsonCell>,
    Set<JsonCell>,
  ]
  if (outside.some((row) => listedX.has(xs[row]!) && listedY.has(ys[row]!))) return 'mixed'
  if (Math.max(listedX.size, listedY.size) > mostListed) return 'many'
  return {
    rows: inside.length,
    filters: [
      { col: longitude, op: 'IN', val: [...listedX] as QueryFilter['val'] },
      { col: latitude, op: 'IN', val: [...listedY] as QueryFilter['val'] },
    ],
  }
}

function rangeOf(rows: readonly number[], cells: readonly JsonCell[]): Corner {
  let [least, most] = [Infinity, -Infinity]
  for (const row of rows) {
    const value = numberOf(cells[row] ?? null) ?? 0
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return [least, most]
}

const within = (col: string, [least, most]: Corner): QueryFilter[] => [
  { col, op: '>=', val: least },
  { col, op: '<=', val: most },
]

/** The mask of the rows inside of a lasso. `ring`: its corners in degrees; `label`: its text in the list of filters. */
export const lassoMask = ({ filters }: LassoFilters, ring: readonly Corner[], label: string): DataMask => ({
  extraFormData: { filters },
  filterState: { value: [label], label, lasso: ring.map(([x, y]) => [rounded(x), rounded(y)]) },
})

const rounded = (value: number) => Number(value.toFixed(4))

/** The corners in degrees of the lasso by which a map filters. */
export function lassoOf(filterState: DataMask['filterState']): [number, number][] | undefined {
  const ring: unknown = filterState?.['lasso']
  const isCorner = (each: unknown) =>
    Array.isArray(each) && each.length === 2 && each.every((value) => Number.isFinite(value))
  return Array.isArray(ring) && ring.length >= 3 && ring.every(isCorner) ? (ring as [number, number][]) : undefined
}

/** Whether a position is inside of a ring; parts that a ring covers twice are outside, as in drawings. */
export function isInRing(ring: readonly Corner[], [x, y]: Corner): boolean {
  let isInside = false
  for (const [at, [toX, toY]] of ring.entries()) {
    const [fromX, fromY] = ring.at(at - 1)!
    if (fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX) isInside = !isInside
  }
  return isInside
}

/** px between the corners of a lasso that is drawn by hand */
const leastStep = 4
/** A longer line is thinned. */
const mostCorners = 300

/** A line that is drawn by hand as a ring of few corners; undefined if it is a click or a straight line. */
export function ringOfLine(line: readonly Corner[]): Corner[] | undefined {
  const ring: Corner[] = []
  for (const [x, y] of line) {
    const [lastX, lastY] = ring.at(-1) ?? [-Infinity, -Infinity]
    if (Math.hypot(x - lastX, y - lastY) >= leastStep) ring.push([x, y])
  }
  const step = Math.ceil(ring.length / mostCorners)
  const thin = ring.filter((_corner, at) => at % step === 0)
  return thin.length >= 3 && Math.abs(areaOfRing(thin)) >= leastStep ** 2 ? thin : undefined
}

const areaOfRing = (ring: readonly Corner[]) =>
  ring.reduce((sum, [x, y], at) => {
    const [fromX, fromY] = ring.at(at - 1)!
    return sum + (fromX * y - x * fromY) / 2
  }, 0)
