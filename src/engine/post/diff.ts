import type { Cell, Column, Frame } from '../frame.ts'
import { columnsNamed, fromFloats, requireColumns, toFloats, writeColumns } from './columns.ts'
import { refuse } from './error.ts'
import { columnMap, type Options, wholeNumber } from './options.ts'
import { printInterval } from './print.ts'

/** Change against the value `periods` rows before (axis 0) or columns before (axis 1, among the chosen columns). */
export function diff(frame: Frame, options: Options): Frame {
  const map = columnMap(options)
  const names = map.map(([source]) => source)
  requireColumns(frame, names)
  const periods = wholeNumber(options, 'periods', 1)
  const axis = options.axis ?? 0
  if (axis === 0) return writeColumns(frame, map, (column) => changeDown(column, periods))
  if (axis !== 1) return refuse(`No axis named ${String(axis)}`)
  const chosen = names.flatMap((name) => columnsNamed(frame, name))
  return writeColumns(frame, map, (column) => {
    const before = chosen[chosen.indexOf(column) - periods]
    const floats = toFloats(column)
    const others = before ? toFloats(before) : floats.map(() => Number.NaN)
    return { ...column, type: 'float', values: fromFloats(floats.map((now, row) => now - (others[row] as number))) }
  })
}

function changeDown(column: Column, periods: number): Column {
  const floats = toFloats(column)
  const change = floats.map((now, row) => now - (floats[row - periods] ?? Number.NaN))
  if (column.type !== 'time') return { ...column, type: 'float', values: fromFloats(change) }
  const values: Cell[] = Array.from(change, (ms) => (ms === ms ? printInterval(ms) : null))
  return { ...column, type: 'object', values }
}
