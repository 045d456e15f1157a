import type { Cell, Column, Frame } from '../frame.ts'
import { fromFloats, requireColumns, toFloats, writeColumns } from './columns.ts'
import { refuse } from './error.ts'
import { columnMap, type Options, text } from './options.ts'

const RUNNING: Record<string, (so: number, value: number) => number> = {
  sum: (so, value) => so + value,
  prod: (so, value) => so * value,
  min: Math.min,
  max: Math.max,
}

/** Running total (or product, minimum, maximum) down each column. Missing values stay missing and are skipped. */
export function cum(frame: Frame, options: Options): Frame {
  const map = columnMap(options)
  requireColumns(
    frame,
    map.map(([source]) => source),
  )
  const operator = text(options, 'operator')
  const step = Object.hasOwn(RUNNING, operator) ? RUNNING[operator] : undefined
  if (!step) return refuse(`Invalid cumulative operator: ${operator}`)
  return writeColumns(frame, map, (column) => runningColumn(column, step))
}

function runningColumn(column: Column, step: (so: number, value: number) => number): Column {
  const floats = toFloats(column)
  let so = Number.NaN
  for (let row = 0; row < floats.length; row++) {
    const value = floats[row] as number
    if (value !== value) continue
    so = so === so ? step(so, value) : value
    floats[row] = so
  }
  const values: Cell[] = fromFloats(floats)
  return { ...column, type: column.type === 'bool' ? 'int' : column.type, values }
}
