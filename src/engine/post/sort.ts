import type { Cell, Frame } from '../frame.ts'
import { columnsNamed, isMissing, requireColumns, takeRows } from './columns.ts'
import { refuse } from './error.ts'
import { flag, nameList, type Options } from './options.ts'
import { compareCells } from './order.ts'

/**
 * Sorts rows by the index or by columns, each ascending or descending. Stable; missing values are last in both
 * directions.
 */
export function sort(frame: Frame, options: Options): Frame {
  const by = nameList(options, 'by')
  requireColumns(frame, by)
  const byIndex = flag(options, 'is_sort_index', false)
  if (!byIndex && by.length === 0) return frame
  const keys = byIndex
    ? (frame.index?.values ?? [frame.unnamedIndex ?? Array.from({ length: frame.rowCount }, (_, row) => row)])
    : by.map((name) => (columnsNamed(frame, name)[0] as { values: Cell[] }).values)
  // a list of directions has no meaning for an index of one level
  const given = byIndex && keys.length === 1 && Array.isArray(options.ascending) ? true : options.ascending
  const ascending = directions(given, keys.length)
  const rows = Array.from({ length: frame.rowCount }, (_, row) => row).sort((a, b) => {
    for (let at = 0; at < keys.length; at++) {
      const values = keys[at] as Cell[]
      const order = compareWithMissing(values[a] as Cell, values[b] as Cell, ascending[at] as boolean)
      if (order !== 0) return order
    }
    return 0
  })
  // sorting by values removes the row numbers, even if the order does not change
  const untouched = byIndex && !frame.index && rows.every((row, at) => row === at)
  return untouched ? frame : takeRows(frame, rows)
}

function directions(ascending: unknown, count: number): boolean[] {
  if (ascending === undefined || ascending === null) return Array.from({ length: count }, () => true)
  const all: unknown[] = Array.isArray(ascending) ? ascending : [ascending]
  // 0 and 1 are accepted as booleans, because saved charts contain them
  if (!all.every((each) => typeof each === 'boolean' || each === 0 || each === 1)) {
    return refuse('`ascending` must be true or false, or a list of these')
  }
  if (!Array.isArray(ascending)) return Array.from({ length: count }, () => Boolean(ascending))
  if (ascending.length === count) return ascending.map(Boolean)
  return refuse(`Length of ascending (${ascending.length}) != length of by (${count})`)
}

function compareWithMissing(a: Cell, b: Cell, ascending: boolean): number {
  if (isMissing(a)) return isMissing(b) ? 0 : 1
  if (isMissing(b)) return -1
  return ascending ? compareCells(a, b) : compareCells(b, a)
}
