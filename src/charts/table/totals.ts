import type { ChartData } from '../../model/query/chartData.ts'
import type { TableColumn } from './columns.ts'

/** The texts of the footer, one per column; empty if the totals have no such column (dimensions, percentages). */
export function totalTexts(columns: TableColumn[], totals: ChartData | undefined): string[] {
  return columns.map((column) => {
    const at = totals?.colnames.indexOf(column.key) ?? -1
    const value = totals?.columns[at]?.[0] ?? null
    return value === null ? '' : (column.write(value) ?? '')
  })
}
