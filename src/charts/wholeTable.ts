import { rowsTableOf } from './index.ts'

/**
 * Changes to the form data for a file export of a table: all its pages in one query, and the totals as its last row.
 */
export function wholeTable(vizType: unknown): Record<string, unknown> {
  const kind = rowsTableOf(String(vizType))
  return kind === 'table' ? { server_pagination: false, totals_row: true } : {}
}
