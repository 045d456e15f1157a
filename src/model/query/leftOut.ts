import type { ChartData } from './chartData.ts'
import { metricLabel } from './labels.ts'
import type { QueryMetric, QueryObject } from './queryObject.ts'

/** The rows and series that are missing from the result of a query, as far as the engine can tell. */
export type LeftOut = NonNullable<ChartData['left_out']>

/** The additional queries for one query; each returns one row. */
interface LeftOutQueries {
  /** counts the groups (or rows) that the query has without its row limit */
  cells?: QueryObject
  /** counts the series without their limit */
  series?: QueryObject
  /** the additive metrics, over all rows */
  totals?: QueryObject
}

/** How much of a query's rows is drawn. */
export interface Cut {
  shown: number
  all: number
  /** what is counted: rows that were then pivoted (cells), other rows, or series */
  unit: 'cells' | 'rows' | 'series'
  /** the share of the first additive metric, from 0 to 1 */
  share?: number
}

const plain = { row_limit: 0, row_offset: 0, post_processing: [], time_offsets: [], annotation_layers: [] }

/**
 * The queries that count what limits cut off. They have the filters of the query, so that the same row rules apply. A
 * query with HAVING has no total.
 */
export function leftOutQueries(query: QueryObject, { rows, series, sums }: LeftOut): LeftOutQueries {
  const queries: LeftOutQueries = {}
  // kept for raw rows: ordering by a metric turns them into groups
  const orderby = query.metrics ? [] : query.orderby
  if (rows !== undefined) queries.cells = { ...query, ...plain, orderby, is_rowcount: true }
  const unlimited = { ...query, ...plain, series_columns: [], series_limit: 0, orderby: [], is_timeseries: false }
  if (series !== undefined) queries.series = { ...unlimited, columns: query.series_columns ?? [], is_rowcount: true }
  const metrics = addingMetrics(query, sums)
  const isCut = rows !== undefined || series !== undefined
  if (isCut && metrics.length > 0 && !query.extras?.having) {
    queries.totals = { ...unlimited, columns: [], metrics, row_limit: 1 }
  }
  return queries
}

const addingMetrics = (query: QueryObject, sums: LeftOut['sums'] = {}) =>
  (query.metrics ?? []).filter((metric: QueryMetric) => Object.hasOwn(sums, metricLabel(metric)))

/** How much of a query is drawn, from the results of its `leftOutQueries`; empty if nothing was cut off. */
export function cutsOf(
  query: QueryObject,
  data: ChartData,
  answers: { [K in keyof LeftOutQueries]: ChartData | undefined },
): Cut[] {
  const { rows, series } = data.left_out ?? {}
  const cuts: Cut[] = []
  const add = (unit: Cut['unit'], shown: number | undefined, count: ChartData | undefined) => {
    const all = count?.columns[0]?.[0]
    if (shown !== undefined && typeof all === 'number' && all > shown) cuts.push({ shown, all, unit })
  }
  const isArranged = query.post_processing?.some((step) => step?.operation === 'pivot')
  add(isArranged ? 'cells' : 'rows', rows, answers.cells)
  add('series', series, answers.series)
  const share = shareOf(query, data, answers.totals)
  const [first, ...rest] = cuts
  return first && share !== undefined ? [{ ...first, share }, ...rest] : cuts
}

/** A share is reported only if it is a part of the total: sums of values of both signs may exceed it. */
function shareOf(query: QueryObject, data: ChartData, totals: ChartData | undefined): number | undefined {
  const sums = data.left_out?.sums ?? {}
  const first = addingMetrics(query, sums)[0]
  if (first === undefined || totals === undefined) return undefined
  const label = metricLabel(first)
  const total = Number(totals.columns[totals.colnames.indexOf(label)]?.[0])
  const share = (sums[label] ?? sumOf(data, label)) / total
  return share >= 0 && share <= 1 ? share : undefined
}

/** The sum of a column of the result. */
function sumOf(data: ChartData, label: string): number {
  const values = data.columns[data.colnames.indexOf(label)] ?? []
  return values.reduce<number>((sum, value) => sum + (Number(value) || 0), 0)
}

/** Counts the rows that pass the filters of a query: no groups, no limit. The last filter is on the counted column. */
export const rowsQuery = (query: QueryObject): QueryObject => ({
  ...query,
  ...plain,
  columns: (query.filters ?? []).slice(-1).map(({ col }) => col),
  is_rowcount: true,
})
