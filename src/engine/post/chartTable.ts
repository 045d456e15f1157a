import { formatLocale, formatSpecifier } from 'd3-format'
import { ownValue } from '../../model/basics/ownValue.ts'
import type { Cell, Column, Frame } from '../frame.ts'
import { flatName } from './labels.ts'
import { type PivotTableOptions, pivotTable } from './pivotTable.ts'

/**
 * The table that a chart of some types makes of its rows in the browser, for who asks without one. `names`: what
 * people call the columns, by label.
 */
export type ChartTable = { names: Record<string, string> } & (
  | { kind: 'pivot'; options: PivotTableOptions }
  /** Number formats by column. */
  | { kind: 'table'; formats: Record<string, string> }
)

/** Columns named by texts or parts; the index is that of the lines. @throws PostProcessingError */
export function chartTable(frame: Frame, made: ChartTable): Frame {
  const named = { ...frame, columns: frame.columns.map((column) => ({ ...column, name: nameOf(column, made.names) })) }
  if (made.kind === 'pivot') return pivotTable(named, made.options)
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

const nameOf = ({ name }: Column, names: Record<string, string>) => {
  const text = flatName(name)
  return ownValue(names, text) ?? text
}

// files carry the sign that spreadsheets read
const locale = formatLocale({ decimal: '.', thousands: ',', grouping: [3], currency: ['$', ''], minus: '-' })

/** A format may fill cells up to a width: few characters would make an answer of gigabytes. */
const WIDEST_CELL = 100

/** undefined for a text that is no number format, or one for too wide cells: the numbers then stay as they are. */
function numberFormat(text: string): ((cell: Cell) => Cell) | undefined {
  try {
    if ((formatSpecifier(text).width ?? 0) > WIDEST_CELL) return undefined
    const format = locale.format(text)
    return (cell) => (typeof cell === 'number' ? format(cell) : cell)
  } catch {
    return undefined
  }
}
