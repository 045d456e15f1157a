import { columnLabel } from './labels.ts'
import type { PointCells, QueryColumn, QueryMetric, QueryObject } from './queryObject.ts'

/** The label of the column with the number of points in a cell. */
export const pointsInCell = 'points_in_cell'

/** Whether the rows of a result are cells. Cells cover all points, even more than the row limit. */
export const isCombined = ({ colnames }: { colnames: readonly string[] }) => colnames.includes(pointsInCell)

/**
 * Whether the value of a metric in an area is the sum of its values in the parts: a sum or a count of rows.
 * `expressions`: those of saved metrics by name.
 */
export function addsUp(metric: QueryMetric, expressions: ReadonlyMap<string, string>): boolean {
  if (typeof metric === 'string') return isSum(expressions.get(metric))
  if (!('expressionType' in metric)) return isSum(expressions.get(metric.label))
  return metric.expressionType === 'SIMPLE'
    ? metric.aggregate === 'SUM' || metric.aggregate === 'COUNT'
    : isSum(metric.sqlExpression)
}

/** One aggregate of something without a further function: not `COUNT(DISTINCT x)`, and not `SUM(a) / SUM(b)`. */
const isSum = (sql: string | null | undefined): boolean =>
  /^\s*(count\s*\(\s*(?!distinct\b)[^()]*\)|sum\s*\(\s*(?!distinct\b)[^()]*\))\s*$/i.test(sql ?? '')

const counted: QueryMetric = {
  expressionType: 'SQL',
  sqlExpression: 'COUNT(*)',
  label: pointsInCell,
  hasCustomLabel: true,
}

/** About as many cells as a map of screen size can show separately. */
const usualCells = 10_000
const leastDegrees = 0.000_01

const bound = (aggregate: 'MIN' | 'MAX', column_name: string): QueryMetric => ({
  expressionType: 'SIMPLE',
  aggregate,
  column: { column_name },
  label: `${aggregate} ${column_name}`,
  hasCustomLabel: true,
})

/** Queries the bounding box of all points: the first row has west, east, south, north and the number of points. */
export const extentQuery = (query: QueryObject, { longitude, latitude }: PointCells): QueryObject => ({
  ...rowsOf(query),
  columns: [],
  metrics: [bound('MIN', longitude), bound('MAX', longitude), bound('MIN', latitude), bound('MAX', latitude), counted],
  orderby: [],
  row_limit: 1,
})

/**
 * The cells instead of the points; undefined if the points have no finite extent. `most` is the maximum number of rows
 * of a result.
 */
export function cellsQuery(
  query: QueryObject,
  cells: PointCells,
  extent: readonly (number | null | undefined)[],
  most = 4 * usualCells,
): QueryObject | undefined {
  const degrees = sideOfCells(extent, Math.min(usualCells, Math.floor(most / 4)))
  if (degrees === undefined) return undefined
  const kept = new Set([cells.longitude, cells.latitude, ...(cells.by ?? [])])
  return {
    ...rowsOf(query),
    columns: (query.columns ?? []).filter((column: QueryColumn) => kept.has(columnLabel(column))),
    metrics: [...(query.metrics ?? []), counted],
    orderby: [[counted, false]],
    // the cell size keeps the number of cells below this limit, unless the values of `by` have separate cells
    row_limit: 4 * usualCells,
    point_cells: { ...cells, degrees },
  }
}

const rowsOf = ({ point_cells: _cells, ...query }: QueryObject): QueryObject => query

/**
 * The side of square cells in degrees: 1, 2 or 5 times a power of ten, so that a box has at most about `number` cells.
 */
export function sideOfCells(
  [west, east, south, north]: readonly (number | null | undefined)[],
  number = usualCells,
): number | undefined {
  const [width, height] = [spanOf(west, east), spanOf(south, north)]
  if (width === undefined || height === undefined) return undefined
  const side = Math.max(leastDegrees, Math.sqrt((width * height) / number), Math.max(width, height) / number)
  const power = 10 ** Math.floor(Math.log10(side))
  const step = [1, 2, 5, 10].find((each) => each * power >= side * 0.999_999) ?? 10
  return Number((step * power).toPrecision(1))
}

const spanOf = (from: number | null | undefined, to: number | null | undefined) =>
  typeof from === 'number' && typeof to === 'number' && Number.isFinite(to - from) ? to - from : undefined
