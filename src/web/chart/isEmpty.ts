import type { ChartData } from '../../model/query/chartData.ts'

/** Whether a result has nothing to draw. */
export function isEmpty(data: ChartData[]): boolean {
  const first = data[0]
  return first === undefined || first.rowcount === 0 || first.colnames.length === 0
}
