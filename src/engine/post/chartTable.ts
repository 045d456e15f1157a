import { formatLocale, formatSpecifier } from 'd3-format'
import { ownValue } from '../../model/basics/ownValue.ts'
import type { Cell, Column, Frame } from '../frame.ts'
import { flatName } from './labels.ts'
import { type PivotTableOptions, pivotTable } from './pivotTable.ts'

/**
 * The table that some chart types build from their rows in the browser, for clients that request it from the server.
 * `names`: display names of the columns, by label.
 */
export type ChartTable = { names: Record<string, string> } & (
  | { kind: 'pivot'; options: PivotTableOptions }
  /** Number formats by column. */
  | { kind: 'table'; formats: Record<string, string> }
)

/**
 * Columns named by strings or by lists of parts. The index contains the row names. `totals`: the levels of a pivot
 * table that the database computed. @throws PostProcessingError
 */
export function chartTable(frame: Frame, made: ChartTable, totals: readonly Frame[] = []): Frame {
  const named = withNames(frame, made.names)
  if (made.kind === 'pivot') {
    const levels = totals.map((level) => withNames(level, made.names))
    return pivotTable(named, made.options, levels)
  }
  const formats = Object.entries(made.formats).flatMap(([name, text]) => {
    const format = numberFormat(text)
    return format ? [[ownValue(made.names, name) ?? name, format] as const] : []
  })
  const byName = new Map(formats)
  return {
    ...named,
    columns: named.columns.map((column): Column => {
      const format = byName.get(column.name)
      return format ? { ...column, type: 'object', values: column.values.map(format) } : column
    }),
  }
}

const withNames = (frame: Frame, names: Record<string, string>) => ({
  ...frame,
  columns: frame.columns.map((column) => ({ ...column, name: nameOf(column, names) })),
})

const nameOf = ({ name }: Column, names: Record<string, string>) => {
  const text = flatName(name)
  return ownValue(names, text) ?? text
}

// files use the sign that spreadsheets can read
const locale = formatLocale({ decimal: '.', thousands: ',', grouping: [3], currency: ['$', ''], minus: '-' })

/** A format may pad cells to a width: a few characters could produce gigabytes. */
const WIDEST_CELL = 100

/**
 * undefined if the text is not a number format, or if its cells would be too wide: the numbers are then not formatted.
 */
function numberFormat(text: string): ((cell: Cell) => Cell) | undefined {
  try {
    if ((formatSpecifier(text).width ?? 0) > WIDEST_CELL) return undefined
    const format = locale.format(text)
    return (cell) => (typeof cell === 'number' ? format(cell) : cell)
  } catch {
    return undefined
  }
}
