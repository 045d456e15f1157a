import type { Column, Frame } from '../frame.ts'
import { fromFloats, requireColumns, takeRows, toFloats, writeColumns } from './columns.ts'
import { refuse } from './error.ts'
import { excessKurtosis, skewness } from './moments.ts'
import { columnMap, flag, type Options, record, text } from './options.ts'
import { largest, mean, median, percentile, present, smallest, sum, variance } from './statistics.ts'

type Statistic = (values: Float64Array, options: Options) => number

const ddofOf = (options: Options): number => (typeof options.ddof === 'number' ? options.ddof : 1)

/** A statistic of the values that are present in one window. */
const STATISTICS: Record<string, Statistic> = {
  count: (values) => values.length,
  kurt: excessKurtosis,
  max: largest,
  mean,
  median,
  min: smallest,
  quantile: (values, options) => percentile(values, 100 * quantileOption(options)),
  skew: skewness,
  std: (values, options) => Math.sqrt(variance(values, ddofOf(options))),
  sum,
  var: (values, options) => variance(values, ddofOf(options)),
}

function quantileOption({ quantile }: Options): number {
  return typeof quantile === 'number' && quantile >= 0 && quantile <= 1
    ? quantile
    : refuse(`Invalid options for quantile: ${JSON.stringify({ quantile })}`)
}

/**
 * A statistic over the last `window` rows (`center`: around the row) of each column. Missing if the window has fewer
 * than `min_periods` values (default: all). The first `min_periods` rows are then removed, as in the contract.
 */
export function rolling(frame: Frame, options: Options): Frame {
  const map = columnMap(options)
  requireColumns(
    frame,
    map.map(([source]) => source),
  )
  const { window } = options
  if (window === undefined || window === null) return refuse('Undefined window for rolling operation')
  if (window === 0) return refuse('Window must be > 0')
  if (typeof window !== 'number' || !Number.isInteger(window) || window < 0) {
    return refuse('window must be an integer 0 or greater')
  }
  if (options.win_type !== undefined && options.win_type !== null) return refuse('Weighted windows are not supported')
  const type = text(options, 'rolling_type')
  const statistic = Object.hasOwn(STATISTICS, type) ? STATISTICS[type] : undefined
  const statisticOptions = record(options, 'rolling_type_options')
  if (type === 'quantile') quantileOption(statisticOptions)
  const minimum = options.min_periods ?? undefined
  if (minimum !== undefined && typeof minimum !== 'number') return refuse('min_periods must be a number')
  const periods = typeof minimum === 'number' ? minimum : type === 'count' ? 0 : window
  const rules: Rules = {
    window,
    periods: type === 'sum' || type === 'count' ? periods : Math.max(periods, 1),
    countsRows: type === 'count',
    ahead: flag(options, 'center', false) ? (window - 1) >> 1 : 0,
    of: (values) => statistic?.(values, statisticOptions) ?? Number.NaN,
  }
  const rolled = writeColumns(frame, map, (column) => {
    if (!statistic) return refuse(`Invalid rolling_type: ${type}`)
    if (column.type === 'time' || column.type === 'text') return refuse('No numeric types to aggregate')
    return rollColumn(column, rules, type)
  })
  if (!statistic) return refuse(`Invalid rolling_type: ${type}`)
  if (periods > window) return refuse(`min_periods ${periods} must be <= window ${window}`)
  return typeof minimum === 'number' && minimum > 0 ? withoutFirst(rolled, minimum) : rolled
}

interface Rules {
  window: number
  periods: number
  /** `periods` counts all rows, instead of only those with a value. So a count is 0 if no row has a value. */
  countsRows: boolean
  ahead: number
  of: (values: Float64Array) => number
}

function rollColumn(column: Column, rules: Rules, type: string): Column {
  const floats = toFloats(column)
  const rolled = type === 'sum' || type === 'mean' ? rollTotals(floats, rules, type === 'mean') : rollAny(floats, rules)
  return { ...column, type: 'float', values: fromFloats(rolled) }
}

function rollAny(floats: Float64Array, { window, periods, countsRows, ahead, of }: Rules): Float64Array {
  return floats.map((_, row) => {
    const end = Math.min(row + ahead + 1, floats.length)
    const inside = floats.subarray(Math.max(0, row + ahead + 1 - window), end)
    const values = present(inside)
    return (countsRows ? inside : values).length >= periods ? of(values) : Number.NaN
  })
}

/** Sums and means over windows that move by one row: the value that leaves is subtracted. */
function rollTotals(floats: Float64Array, { window, periods, ahead }: Rules, asMean: boolean): Float64Array {
  const rolled = new Float64Array(floats.length)
  let running = new RunningTotal()
  let [from, to] = [0, 0]
  for (let row = 0; row < floats.length; row++) {
    const end = Math.min(row + ahead + 1, floats.length)
    const start = Math.max(0, row + ahead + 1 - window)
    if (start >= to) {
      running = new RunningTotal()
      ;[from, to] = [start, start]
    }
    for (; from < start; from++) running.remove(floats[from] as number)
    for (; to < end; to++) running.add(floats[to] as number)
    const total = running.count === 0 ? 0 : running.total
    rolled[row] = running.count >= periods ? total / (asMean ? running.count : 1) : Number.NaN
  }
  return rolled
}

/** A running sum with additions and subtractions, both compensated so that rounding errors do not accumulate. */
class RunningTotal {
  total = 0
  count = 0
  private readonly added = { lost: 0 }
  private readonly removed = { lost: 0 }

  add(value: number): void {
    if (Number.isNaN(value)) return
    this.count++
    this.change(value, this.added)
  }

  remove(value: number): void {
    if (Number.isNaN(value)) return
    this.count--
    this.change(-value, this.removed)
  }

  private change(value: number, compensation: { lost: number }): void {
    const corrected = value - compensation.lost
    const next = this.total + corrected
    compensation.lost = next - this.total - corrected
    this.total = next
  }
}

function withoutFirst(frame: Frame, count: number): Frame {
  const rows = Array.from({ length: Math.max(0, frame.rowCount - count) }, (_, at) => at + count)
  const rest = takeRows(frame, rows)
  return frame.unnamedIndex ? rest : { ...rest, unnamedIndex: undefined }
}
