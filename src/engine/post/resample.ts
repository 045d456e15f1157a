import type { Cell, CellType, Column, Frame } from '../frame.ts'
import { DAY_MS, midnight, parseRule, type Rule } from './calendar.ts'
import { fromFloats, isMissing, takeRows, toFloats } from './columns.ts'
import { refuse } from './error.ts'
import type { Groups } from './groups.ts'
import { type Options, text } from './options.ts'
import { eachGroup } from './reduce.ts'
import { median, present } from './statistics.ts'

const METHODS = ['asfreq', 'bfill', 'ffill', 'linear', 'median', 'mean', 'sum']
const MAX_CELLS = 30_000_000

/**
 * Changes to equal time steps: one row per bucket between the first and the last row. `asfreq`, `ffill`, `bfill` and
 * `linear` take the row at the label of the bucket (or the previous one, the next one, or an interpolation). `sum`,
 * `mean` and `median` reduce the rows of the bucket. `fill_value` is used with `asfreq` and fills only new rows.
 */
export function resample(frame: Frame, options: Options): Frame {
  const { index } = frame
  const isByTime = index?.types.length === 1 && index.types[0] === 'time'
  if (!isByTime || !index.values[0]?.every((time) => typeof time === 'number')) {
    return refuse('Resample operation requires DatetimeIndex')
  }
  const method = text(options, 'method')
  if (!METHODS.includes(method)) return refuse(`Resample method should in ${METHODS.join(', ')}.`)
  const ruleText = text(options, 'rule')
  const rule = parseRule(ruleText) ?? refuse(`Invalid frequency: ${ruleText}`)
  if (frame.rowCount === 0) return frame

  const ordered = inOrder(frame)
  const times = (ordered.index as NonNullable<Frame['index']>).values[0] as number[]
  const labels = labelsOf(rule, times[0] as number, times.at(-1) as number, MAX_CELLS / frame.columns.length)
  const columns = ordered.columns.map(resampler(rule, method, times, labels, (options.fill_value ?? null) as Cell))
  return { ...ordered, columns, rowCount: labels.length, index: { ...index, values: [labels] } }
}

function inOrder(frame: Frame): Frame {
  const times = frame.index?.values[0] as number[]
  if (times.every((time, row) => row === 0 || (times[row - 1] as number) <= time)) return frame
  const rows = times.map((_, row) => row).sort((a, b) => (times[a] as number) - (times[b] as number))
  return takeRows(frame, rows)
}

function labelsOf(rule: Rule, first: number, last: number, limit: number): number[] {
  const labels: number[] = []
  const push = (label: number): void => {
    if (labels.length >= limit) refuse('The resampling rule is too fine for this time range')
    labels.push(label)
  }
  if (rule.kind === 'tick') {
    const start = first - ((first - midnight(first)) % rule.stepMs)
    for (let label = start; label <= last; label += rule.stepMs) push(label)
    return labels
  }
  for (let step = 0; ; step += rule.every) {
    const label = rule.day(first, step)
    if (rule.named === 'start' && label > last) return labels
    push(label)
    if (rule.named === 'end' && label >= midnight(last)) return labels
  }
}

/** Resamples the columns of one frame. The row of each label is computed once and reused for all of them. */
function resampler(rule: Rule, method: string, times: number[], labels: number[], fill: Cell) {
  if (method === 'sum' || method === 'mean' || method === 'median') {
    const groups = buckets(rule, times, labels)
    return (column: Column): Column => reduceBuckets(column, groups, method)
  }
  const rows = rowsAt(method, times, labels, rule)
  const isLinear = method === 'linear'
  const newCell = method === 'asfreq' ? fill : null
  return (column: Column): Column => {
    const values = rows.map((row) => (row < 0 ? newCell : (column.values[row] as Cell)))
    return isLinear ? interpolated({ ...column, values }) : { ...column, values, type: typeWith(column.type, values) }
  }
}

function buckets(rule: Rule, times: number[], labels: number[]): Groups {
  // a bucket named by its end lasts through that day; all others end before the next label
  const endOf = (at: number): number =>
    rule.kind === 'calendar' && rule.named === 'end'
      ? (labels[at] as number) + DAY_MS
      : (labels[at + 1] ?? Number.POSITIVE_INFINITY)
  let at = 0
  const of = Int32Array.from(times, (time) => {
    while (time >= endOf(at)) at++
    return at
  })
  return { count: labels.length, of, keys: labels }
}

/** The row for a label, or -1. */
function rowsAt(method: string, times: number[], labels: number[], rule: Rule): number[] {
  if (rule.kind === 'tick' && isEvenly(times, rule.stepMs) && times.length === labels.length) {
    return times.map((_, row) => row)
  }
  let after = 0
  return labels.map((label) => {
    while (after < times.length && (times[after] as number) < label) after++
    if (times[after] === label) return after
    if (method === 'ffill') return after - 1
    return method === 'bfill' && after < times.length ? after : -1
  })
}

const isEvenly = (times: number[], stepMs: number): boolean =>
  times.length > 2 && times.every((time, row) => row === 0 || time - (times[row - 1] as number) === stepMs)

function reduceBuckets(column: Column, groups: Groups, method: string): Column {
  const statistic =
    method === 'sum' ? total : method === 'mean' ? (values: Float64Array) => total(values) / values.length : median
  const values = fromFloats(eachGroup(toFloats(column), groups, (bucket) => statistic(present(bucket))))
  return { ...column, type: method === 'sum' && column.type === 'int' ? 'int' : 'float', values }
}

/**
 * Compensated sum. If any value follows an infinite one (such as a change relative to 0), the total is missing.
 */
function total(values: Float64Array): number {
  let [so, lost] = [0, 0]
  for (const value of values) {
    const corrected = value - lost
    const next = so + corrected
    lost = next - so - corrected
    so = next
  }
  return so
}

/**
 * Linear interpolation over equal steps; whole numbers become fractional ones if there is a gap. Rows after the last
 * value repeat it; rows before the first value stay missing.
 */
function interpolated(column: Column): Column {
  const floats = toFloats(column)
  let last = -1
  for (let row = 0; row < floats.length; row++) {
    if (Number.isNaN(floats[row])) continue
    const from = floats[last] as number
    const rise = ((floats[row] as number) - from) / (row - last)
    for (let gap = last + 1; last >= 0 && gap < row; gap++) floats[gap] = from + rise * (gap - last)
    last = row
  }
  if (last >= 0) floats.fill(floats[last] as number, last + 1)
  return { ...column, type: typeWith(column.type, column.values), values: fromFloats(floats) }
}

const typeWith = (type: CellType, values: Cell[]): CellType =>
  type === 'int' && values.some((cell) => isMissing(cell) || (typeof cell === 'number' && !Number.isInteger(cell)))
    ? 'float'
    : type
