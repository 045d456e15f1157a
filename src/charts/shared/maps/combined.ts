import type { ChartData } from '../../../model/query/chartData.ts'
import { isCombined, pointsInCell } from '../../../model/query/pointCells.ts'
import type { QueryFilter } from '../../../model/query/queryObject.ts'
import { cellsOf, numberOf } from '../plot/cells.ts'
import type { AreaColumns } from './areaFilter.ts'

/** Points that the engine has combined into square cells, a row each. */
export interface Combined {
  /** points of each row */
  counts: readonly number[]
  /** of all rows */
  points: number
  /** degrees; undefined if there is one cell only */
  side: number | undefined
}

/** undefined: the rows are points. */
export function readCombined(answer: ChartData | undefined, places: Float64Array): Combined | undefined {
  if (!answer || !isCombined(answer)) return undefined
  const counts = cellsOf(answer, pointsInCell).map((cell) => numberOf(cell) ?? 0)
  const isOdd = (_: number, at: number) => at % 2 === 1
  const steps = [places.filter((value, at) => !isOdd(value, at)), places.filter(isOdd)].map(leastStep)
  const side = Math.min(...steps)
  return {
    counts,
    points: counts.reduce((sum, count) => sum + count, 0),
    side: Number.isFinite(side) ? side : undefined,
  }
}

/** The least distance between values; they are middles of cells, so it is the side of the cells. */
function leastStep(values: Float64Array): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort()
  let least = Infinity
  for (let at = 1; at < sorted.length; at += 1) {
    const step = sorted[at]! - sorted[at - 1]!
    // sums of floating-point numbers differ a little
    if (step > 1e-7 && step < least) least = step
  }
  return least
}

/** The rows of a cell. */
export function cellFilters(
  [longitude, latitude]: AreaColumns,
  [x, y]: readonly [number, number],
  side: number,
): QueryFilter[] {
  const around = (col: string, middle: number): QueryFilter[] => [
    { col, op: '>=', val: rounded(middle - side / 2) },
    { col, op: '<', val: rounded(middle + side / 2) },
  ]
  return [...around(longitude, x), ...around(latitude, y)]
}

const rounded = (value: number) => Number(value.toFixed(6))

/** m of a degree of latitude */
const degree = 111_320

/** The radius in m of the circle of each cell: the one with the most points has the width of the cell. */
export function radiiOfCells({ counts, side = 0.1 }: Combined): number[] {
  const most = Math.max(
    1,
    counts.reduce((one, other) => Math.max(one, other), 0),
  )
  return counts.map((count) => (degree * side * Math.max(0.3, Math.sqrt(count / most))) / 2)
}
