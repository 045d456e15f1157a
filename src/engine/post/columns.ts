import type { Cell, CellType, Column, ColumnName, Frame } from '../frame.ts'
import { refuse } from './error.ts'

export const MISSING_COLUMNS = 'Referenced columns not available in DataFrame.'

/** The name by which options refer to a column: its name, or the first level of a multi-level header. */
export function metricOf(name: ColumnName): string | null {
  if (typeof name === 'string') return name
  const first = name[0]
  return typeof first === 'string' ? first : null
}

/** Columns with this name, in frame order: one in a flat frame, every series of a metric after a pivot. */
export function columnsNamed(frame: Frame, name: string): Column[] {
  return frame.columns.filter((column) => metricOf(column.name) === name)
}

/** Rejects names that no column has. */
export function requireColumns(frame: Frame, names: readonly string[]): void {
  const known = new Set(frame.columns.map((column) => metricOf(column.name)))
  if (!names.every((name) => known.has(name))) refuse(MISSING_COLUMNS)
}

export function isMissing(cell: Cell): boolean {
  return cell === null || cell !== cell
}

export function isNumeric(type: CellType): boolean {
  return type === 'int' || type === 'float' || type === 'bool'
}

/**
 * The values as doubles, missing ones as NaN. Booleans count as 0 and 1, times as milliseconds. A text column is
 * accepted only if all its values are missing (a driver has no better type for a column of NULLs).
 */
export function toFloats(column: Column): Float64Array {
  const { values } = column
  const floats = new Float64Array(values.length)
  for (let row = 0; row < values.length; row++) {
    const cell = values[row] as Cell
    if (typeof cell === 'number') floats[row] = cell
    else if (cell === null) floats[row] = Number.NaN
    else if (typeof cell === 'bigint' || typeof cell === 'boolean') floats[row] = Number(cell)
    else refuse(`Column "${metricOf(column.name)}" is not numeric or does not exists in the query results.`)
  }
  return floats
}

export function fromFloats(floats: Float64Array): Cell[] {
  const values: Cell[] = []
  for (let row = 0; row < floats.length; row++) {
    const value = floats[row] as number
    values.push(value === value ? value : null)
  }
  return values
}

/** `int` if every value is a whole number and none is missing, else `float`. */
export function wholeOrFloat(values: readonly Cell[]): CellType {
  return values.every((cell) => typeof cell === 'bigint' || Number.isInteger(cell)) ? 'int' : 'float'
}

/** The same rows in another order, or a subset. Without an index, the original row numbers become `unnamedIndex`. */
export function takeRows(frame: Frame, rows: ArrayLike<number>): Frame {
  const take = (values: readonly Cell[]): Cell[] => Array.from(rows, (row) => values[row] ?? null)
  const columns = frame.columns.map((column) => ({ ...column, values: take(column.values) }))
  if (frame.index) {
    return { ...frame, columns, rowCount: rows.length, index: { ...frame.index, values: frame.index.values.map(take) } }
  }
  const unnamedIndex = frame.unnamedIndex ? take(frame.unnamedIndex) : Array.from(rows)
  return { ...frame, columns, rowCount: rows.length, unnamedIndex }
}

/**
 * Writes results under a `{source: target}` map: in place if every target equals its source, else all are appended (a
 * target that equals its source then appears twice, as in the contract).
 */
export function writeColumns(
  frame: Frame,
  map: readonly [source: string, target: string][],
  compute: (column: Column) => Column,
): Frame {
  requireColumns(
    frame,
    map.map(([source]) => source),
  )
  if (map.every(([source, target]) => source === target)) {
    const sources = new Set(map.map(([source]) => source))
    const columns = frame.columns.map((column) =>
      sources.has(metricOf(column.name) as string) ? compute(column) : column,
    )
    return { ...frame, columns }
  }
  const appended = map.flatMap(([source, target]) =>
    columnsNamed(frame, source).map((column) => ({ ...compute(column), name: renamed(column.name, target) })),
  )
  return { ...frame, columns: [...frame.columns, ...appended] }
}

/** The name with its metric level replaced. */
export function renamed(name: ColumnName, metric: string): ColumnName {
  return typeof name === 'string' ? metric : [metric, ...name.slice(1)]
}
