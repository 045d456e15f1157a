import type { Cell, Frame } from '../frame.ts'
import { isMissing } from './columns.ts'
import { refuse } from './error.ts'
import { forecaster } from './forecast/model.ts'
import type { Options } from './options.ts'

/** Minimum number of rows before the last one: with fewer, the band is meaningless. */
const LEAST_HISTORY = 8
const MOST_HISTORY = 5000

/**
 * The forecast for the latest row, based on all other rows. The frame has two columns: times, in any order, and
 * numbers. The result has one row: `time`, `value`, the `expected` value, and the bounds of its band, `lower` and
 * `upper`. `confidence` is the share of values in the band. For the model see `forecast/model.ts`.
 */
export function expected(frame: Frame, { confidence }: Options): Frame {
  if (typeof confidence !== 'number' || !(confidence > 0 && confidence < 1)) {
    return refuse('Confidence must be between 0 and 1 (exclusive)')
  }
  const [first, second] = frame.columns
  if (!first || !second || frame.columns.length > 2) return refuse('A forecast needs two columns: times and numbers.')
  const rows = first.values
    .map((time, row) => ({ time: timeOf(time), value: numberOf(second.values[row] ?? null) }))
    .sort((one, other) => one.time - other.time)
  if (rows.length > MOST_HISTORY) return refuse(`A forecast can use at most ${MOST_HISTORY} rows.`)
  if (rows.length <= LEAST_HISTORY) {
    return refuse(
      `A forecast needs at least ${LEAST_HISTORY} rows before the latest one. The query returned ${rows.length}.`,
    )
  }
  if (rows.some(({ time }, at) => time === rows[at - 1]?.time)) return refuse('A forecast needs one row for each time.')
  const latest = rows.at(-1) as (typeof rows)[number]
  const history = rows.slice(0, -1)
  const times = history.map(({ time }) => time)
  const predict = forecaster(times, [...times, latest.time], NO_WISHES, confidence)
  const { value, lower, upper } = predict(history.map((row) => row.value))
  const at = history.length
  const column = (name: string, cell: Cell, type: 'float' | 'time' = 'float') => ({ name, type, values: [cell] })
  return {
    columns: [
      column('time', latest.time, 'time'),
      column('value', latest.value),
      column('expected', value[at] ?? null),
      column('lower', lower[at] ?? null),
      column('upper', upper[at] ?? null),
    ],
    rowCount: 1,
  }
}

/** The model chooses the seasons by the length and the spacing of the history. */
const NO_WISHES = { yearly: null, weekly: null, daily: null }

/** Databases without a type for times return them as text. */
function timeOf(cell: Cell): number {
  const time =
    typeof cell === 'string'
      ? Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(cell) ? cell : `${cell.replace(' ', 'T')}Z`)
      : cell
  return typeof time === 'number' && Number.isFinite(time)
    ? time
    : refuse('The first column of a forecast must contain times.')
}

function numberOf(cell: Cell): number {
  const number =
    typeof cell === 'string' && cell.trim() === '' ? Number.NaN : isMissing(cell) ? Number.NaN : Number(cell)
  return Number.isFinite(number) ? number : refuse('The second column of a forecast must contain a number in each row.')
}
