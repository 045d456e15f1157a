import type { ChartData } from '../../../model/query/chartData.ts'
import { isCombined, pointsInCell } from '../../../model/query/pointCells.ts'
import type { QueryFilter } from '../../../model/query/queryObject.ts'
import { cellsOf, numberOf } from '../plot/cells.ts'
import type { Area, AreaColumns } from './areaFilter.ts'
import { mercatorEdge, onMap } from './viewport.ts'

/** Points that the engine has combined into square cells, one per row. */
export interface Combined {
  /** number of points of each row */
  counts: readonly number[]
  /** number of points of all rows */
  points: number
  /** side of a cell in degrees; undefined in results that were cached by older versions */
  side: number | undefined
}

/** Returns undefined if the rows are single points. */
export function readCombined(answer: ChartData | undefined): Combined | undefined {
  if (!answer || !isCombined(answer)) return undefined
  const counts = cellsOf(answer, pointsInCell).map((cell) => numberOf(cell) ?? 0)
  return { counts, points: counts.reduce((sum, count) => sum + count, 0), side: answer.cell_degrees }
}

/** The area of a cell. */
export const areaOfCell = ([x, y]: readonly [number, number], side: number): Area => [
  rounded(x - side / 2),
  rounded(y - side / 2),
  rounded(x + side / 2),
  rounded(y + side / 2),
]

const rounded = (value: number) => Number(value.toFixed(6))

/**
 * The filters for the rows of a cell. A place on a border belongs to the next cell. Cells at the edge of the map
 * include all places beyond it.
 */
export function cellFilters([longitude, latitude]: AreaColumns, [west, south, east, north]: Area): QueryFilter[] {
  const filters: (QueryFilter | false)[] = [
    { col: longitude, op: '>=', val: west },
    { col: longitude, op: '<', val: east },
    south > -mercatorEdge && { col: latitude, op: '>=', val: south },
    north < mercatorEdge && { col: latitude, op: '<', val: north },
  ]
  return filters.filter((filter) => filter !== false)
}

/** m per degree of latitude */
const degree = 111_320

/**
 * The radius in m of the circle of each cell. The circle with the most points is as wide as its cell, also near the
 * poles, where a degree of longitude is short. `places`: longitudes and latitudes of the cells, alternating.
 */
export function radiiOfCells({ counts, side = 0.1 }: Combined, places: Float64Array): number[] {
  const most = Math.max(
    1,
    counts.reduce((one, other) => Math.max(one, other), 0),
  )
  return counts.map((count, at) => {
    const width = degree * side * Math.cos((onMap(places[at * 2 + 1] ?? 0) * Math.PI) / 180)
    return (width * Math.max(0.3, Math.sqrt(count / most))) / 2
  })
}
