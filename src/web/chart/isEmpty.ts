import type { ChartData } from '../../model/query/chartData.ts'

/**
 * Whether a result has nothing to draw: the first query has no rows or, if the type draws any of the queries, none of
 * them has.
 */
export function isEmpty(data: ChartData[], drawsAnyQuery = false): boolean {
  return !(drawsAnyQuery ? data : data.slice(0, 1)).some(
    ({ rowcount, colnames }) => rowcount > 0 && colnames.length > 0,
  )
}
