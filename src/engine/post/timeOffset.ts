import type { Result } from '../../model/basics/result.ts'
import type { FiscalShift } from '../../model/time/fiscalCalendar.ts'
import type { TimeDelta } from '../../model/time/timeDelta.ts'
import { addUnits } from '../../model/time/wallClock.ts'
import type { Cell, Column, Frame } from '../frame.ts'

export interface TimeOffset {
  /** Columns that identify rows. Rows with equal cells in all of them match, including missing cells. */
  keys: readonly string[]
  /** The key column with the times. Times of the shifted query are moved by `shift` before they are compared. */
  timeColumn: string
  shift: TimeDelta | readonly FiscalShift[]
  /** Metric in `shifted` -> its column in the result. */
  metrics: Readonly<Record<string, string>>
}

const NO_TIME = 'A time column must be specified when using a Time Comparison.'

/**
 * Adds the metrics of a query over a shifted time range to the rows of the main query. Rows without a match get null. A
 * row with several matches (28 and 29 February can map to the same day) is repeated. Shifted rows without a match are
 * dropped.
 */
export function joinTimeOffset(main: Frame, shifted: Frame, offset: TimeOffset): Result<Frame, { message: string }> {
  const names = Object.values(offset.metrics)
  if (shifted.rowCount === 0) {
    const empty = names.map((name): Column => ({ name, type: 'float', values: Array(main.rowCount).fill(null) }))
    return { ok: true, value: { ...main, columns: [...main.columns, ...empty] } }
  }
  if (columnOf(shifted, offset.timeColumn)?.type !== 'time') return { ok: false, error: { message: NO_TIME } }
  const { shift } = offset
  const back = (cell: Cell) => (typeof cell === 'number' ? counterpart(cell, shift) : cell)
  const partners = Map.groupBy(Array(shifted.rowCount).keys(), (row) =>
    rowKey(shifted, offset.keys, row, (cell, key) => (key === offset.timeColumn ? back(cell) : cell)),
  )
  const pairs = Array.from(Array(main.rowCount).keys()).flatMap((row) =>
    (partners.get(rowKey(main, offset.keys, row)) ?? [null]).map((partner) => ({ row, partner })),
  )
  const kept = main.columns.map((column) => ({ ...column, values: pairs.map(({ row }) => column.values[row] ?? null) }))
  const added = Object.entries(offset.metrics).map(([metric, name]): Column => {
    const source = columnOf(shifted, metric)
    const values = pairs.map(({ partner }) => (partner === null ? null : (source?.values[partner] ?? null)))
    const isFloat = !source || values.every((cell) => cell === null) || (source.type === 'int' && values.includes(null))
    return { name, type: isFloat ? 'float' : source.type, values }
  })
  return { ok: true, value: { ...main, columns: [...kept, ...added], rowCount: pairs.length } }
}

/** Replaces a shifted time that corresponds to no time of the main query, so that it matches no row. */
const NO_COUNTERPART = 'none'

function counterpart(wallMs: number, shift: TimeOffset['shift']): Cell {
  if ('unit' in shift) return addUnits(wallMs, -shift.count, shift.unit)
  const stretch = shift.find(({ since, until }) => wallMs >= since && wallMs < until)
  return stretch ? wallMs + stretch.shiftMs : NO_COUNTERPART
}

const columnOf = (frame: Frame, name: string) => frame.columns.find((column) => column.name === name)

/** A text that is equal for matching rows. */
function rowKey(
  frame: Frame,
  keys: readonly string[],
  row: number,
  moved: (cell: Cell, key: string) => Cell = (cell) => cell,
): string {
  return JSON.stringify(
    keys.map((key) => {
      const cell = moved(columnOf(frame, key)?.values[row] ?? null, key)
      if (cell === null || (typeof cell === 'number' && Number.isNaN(cell))) return null
      return typeof cell === 'object' ? cell : `${typeof cell === 'string' ? 's' : 'v'}${String(cell)}`
    }),
  )
}
