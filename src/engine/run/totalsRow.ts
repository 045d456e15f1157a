import type { Cell, Column, Frame } from '../frame.ts'

/** The name of the last row of a table with totals, as on the screen. */
const TOTALS = 'Totals'

/** Adds a last row with the totals of the metrics: the only row of another query. */
export function withTotalsRow(table: Frame, [totals]: readonly Frame[]): Frame {
  if (!totals || table.rowCount === 0) return table
  const byName = new Map(totals.columns.map(({ name, values }) => [name, values[0] ?? null]))
  const named = table.columns.findIndex(({ name }) => !byName.has(name))
  const columns = table.columns.map((column, at): Column => {
    const total: Cell = at === named ? TOTALS : (byName.get(column.name) ?? null)
    const type = at === named && column.type !== 'text' ? 'object' : column.type
    return { ...column, type, values: [...column.values, total] }
  })
  return { ...table, columns, rowCount: table.rowCount + 1 }
}
