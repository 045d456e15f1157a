import type { Column, Frame } from '../frame.ts'
import {
  columnsNamed,
  fromFloats,
  isMissing,
  isNumeric,
  metricOf,
  renamed,
  requireColumns,
  toFloats,
} from './columns.ts'
import { refuse } from './error.ts'
import { nameList, type Options, text } from './options.ts'

/**
 * Shares of a whole: each cell divided by the sum of its column, or with orientation `row` by the sum of the selected
 * columns in its row. Missing cells count as 0; 0 of 0 is missing. With `rename_columns`, the shares are new columns;
 * otherwise they replace the original ones.
 */
export function contribution(frame: Frame, options: Options): Frame {
  const names = nameList(options, 'columns')
  const targets = nameList(options, 'rename_columns')
  const orientation = text(options, 'orientation', 'column')
  if (orientation !== 'row' && orientation !== 'column') return refuse('`orientation` must be `row` or `column`')
  requireColumns(frame, names)
  // after a pivot, no series has one of these names alone
  if (names.length > 0 && frame.levels) refuse(notNumeric(names[0] as string))
  const isShareable = (column: Column): boolean => isNumeric(column.type) || column.values.every(isMissing)
  const chosen =
    names.length > 0
      ? names.flatMap((name) => columnsNamed(frame, name))
      : frame.columns.filter((column) => isShareable(column) && column.type !== 'time')
  if (targets.length > 0 && targets.length !== (names.length || chosen.length)) {
    return refuse('`rename_columns` must have the same length as `columns`.')
  }
  for (const column of chosen) {
    if (isShareable(column)) continue
    refuse(notNumeric(metricOf(column.name) as string))
  }

  const floats = chosen.map((column) => toFloats(column).map((value) => (value === value ? value : 0)))
  const shares = orientation === 'column' ? floats.map(sharesOfColumn) : sharesOfRows(floats, frame.rowCount)
  const results = new Map(
    chosen.map((column, at): [Column, Column] => [
      column,
      // a column without values is not changed
      {
        ...column,
        type: isNumeric(column.type) ? 'float' : column.type,
        values: fromFloats(shares[at] as Float64Array),
      },
    ]),
  )
  if (targets.length === 0) {
    return { ...frame, columns: frame.columns.map((column) => results.get(column) ?? column) }
  }
  // a new name is the first level of the name of a series, whose other levels are empty
  if (frame.levels) {
    const others = frame.levels.slice(1).map(() => '')
    return chosen.reduce<Frame>(
      (so, column, at) =>
        withColumn(so, { ...(results.get(column) as Column), name: [targets[at] as string, ...others] }),
      frame,
    )
  }
  const renamedTo = new Map(
    (names.length > 0 ? names : chosen.map(({ name }) => metricOf(name) as string)).map((name, at) => [
      name,
      targets[at] as string,
    ]),
  )
  return chosen.reduce<Frame>((so, column) => {
    const name = renamed(column.name, renamedTo.get(metricOf(column.name) as string) as string)
    return withColumn(so, { ...(results.get(column) as Column), name })
  }, frame)
}

const notNumeric = (name: string): string => `Column "${name}" is not numeric or does not exists in the query results.`

function withColumn(frame: Frame, column: Column): Frame {
  const key = JSON.stringify(column.name)
  const at = frame.columns.findIndex(({ name }) => JSON.stringify(name) === key)
  return { ...frame, columns: at < 0 ? [...frame.columns, column] : frame.columns.with(at, column) }
}

function sharesOfColumn(floats: Float64Array): Float64Array {
  let total = 0
  for (const value of floats) total += value
  return floats.map((value) => value / total)
}

function sharesOfRows(columns: Float64Array[], rowCount: number): Float64Array[] {
  const totals = new Float64Array(rowCount)
  for (const floats of columns) {
    for (let row = 0; row < rowCount; row++) totals[row] = (totals[row] as number) + (floats[row] as number)
  }
  return columns.map((floats) => floats.map((value, row) => value / (totals[row] as number)))
}
