import type { Cell, CellType, Column, Frame } from '../frame.ts'
import { columnsNamed, fromFloats, isMissing, toFloats } from './columns.ts'
import { refuse } from './error.ts'
import { type Groups, membersOf } from './groups.ts'
import type { Options } from './options.ts'
import { record } from './options.ts'
import { compareCells } from './order.ts'
import { largest, mean, median, percentile, present, smallest, sum, variance } from './statistics.ts'

/**
 * A reducer of the values of one group, missing values as NaN. `result` is the type of its result; `same` means the
 * type of the column.
 */
interface Reducer {
  result: 'float' | 'int' | 'same' | 'total'
  of: (values: Float64Array, options: Options) => number
}

const orMissing =
  (reducer: (values: Float64Array, options: Options) => number) => (values: Float64Array, options: Options) =>
    present(values).length === values.length ? reducer(values, options) : Number.NaN

const product = (values: Float64Array): number => values.reduce((total, value) => total * value, 1)

const position =
  (best: (values: Float64Array) => number) =>
  (values: Float64Array): number => {
    const found = best(present(values))
    return found === found ? values.indexOf(found) : -1
  }

function percentileOption(values: Float64Array, options: Options): number {
  const { q } = options
  if (typeof q !== 'number' || !(q >= 0 && q <= 100)) return refuse('Percentiles must be in the range [0, 100]')
  return percentile(values, q)
}

const total: Reducer = { result: 'total', of: (values) => sum(present(values)) }
const average: Reducer = { result: 'float', of: (values) => mean(present(values)) }
const highest: Reducer = { result: 'same', of: (values) => largest(present(values)) }
const lowest: Reducer = { result: 'same', of: (values) => smallest(present(values)) }
const multiplied: Reducer = { result: 'total', of: (values) => product(present(values)) }

/** The operators of the contract. It defines which of them skip missing values and which return none. */
const REDUCERS: Record<string, Reducer> = {
  average: { result: 'float', of: orMissing(mean) },
  argmax: { result: 'int', of: position(largest) },
  argmin: { result: 'int', of: position(smallest) },
  count: { result: 'int', of: (values) => values.length },
  count_nonzero: { result: 'int', of: (values) => values.filter((value) => value !== 0).length },
  max: highest,
  mean: average,
  median: { result: 'float', of: orMissing(median) },
  min: lowest,
  nanmax: highest,
  nanmean: average,
  nanmedian: { result: 'float', of: (values) => median(present(values)) },
  nanmin: lowest,
  nanpercentile: { result: 'float', of: (values, options) => percentileOption(present(values), options) },
  nansum: total,
  percentile: { result: 'float', of: orMissing(percentileOption) },
  prod: multiplied,
  product: multiplied,
  std: { result: 'float', of: (values) => Math.sqrt(variance(present(values), 0)) },
  sum: total,
  var: { result: 'float', of: (values) => variance(present(values), 0) },
}
const RUNNING = new Set(['cumsum', 'cumprod'])

export interface Aggregate {
  /** name of the output */
  name: string
  column: Column
  operator: string
  options: Options
}

/**
 * Checks `{name: {operator, column?, options?}}` against the frame. A missing `column` means the column called `name`.
 */
export function readAggregates(frame: Frame, options: Options): Aggregate[] {
  return Object.keys(record(options, 'aggregates')).map((name) => {
    const spec = record(record(options, 'aggregates'), name)
    const source = spec.column ?? name
    const column = typeof source === 'string' ? columnsNamed(frame, source)[0] : undefined
    if (!column) return refuse(`Column referenced by aggregate is undefined: ${String(source)}`)
    if (!('operator' in spec)) return refuse(`Operator undefined for aggregator: ${name}`)
    const operator = String(spec.operator ?? 'None')
    if (RUNNING.has(operator)) return refuse(`Operator ${operator} does not return a single value: ${name}`)
    if (!Object.hasOwn(REDUCERS, operator)) return refuse(`Invalid numpy function: ${operator}`)
    return { name, column, operator, options: record(spec, 'options') }
  })
}

/** Reduces a column to one value per group. */
export function reduceColumn(aggregate: Aggregate, groups: Groups): { type: CellType; values: Cell[] } {
  const { column, operator, options } = aggregate
  const reducer = REDUCERS[operator] as Reducer
  if (reducer.result === 'same' && column.values.some((cell) => typeof cell === 'string')) {
    return { type: 'object', values: extremes(column.values, groups, reducer === lowest ? -1 : 1) }
  }
  const counted = operator === 'count' || operator === 'count_nonzero'
  const floats = counted ? nonZero(column) : toFloats(column)
  const results =
    reducer === total || reducer === average
      ? totals(floats, groups, reducer === average)
      : eachGroup(floats, groups, (values) => reducer.of(values, options))
  return finish(results, reducer, column.type)
}

/** Counting works on any column: only whether a value is present and nonzero matters. */
function nonZero(column: Column): Float64Array {
  return Float64Array.from(column.values, (cell) =>
    isMissing(cell) || (cell !== 0 && cell !== 0n && cell !== false && cell !== '') ? 1 : 0,
  )
}

/** Sums or means in one pass, without splitting the groups: the most frequent case in charts. */
function totals(floats: Float64Array, groups: Groups, asMean: boolean): Float64Array {
  const sums = new Float64Array(groups.count)
  const counts = new Float64Array(groups.count)
  for (let row = 0; row < floats.length; row++) {
    const group = groups.of[row] as number
    const value = floats[row] as number
    if (group < 0 || value !== value) continue
    sums[group] = (sums[group] as number) + value
    counts[group] = (counts[group] as number) + 1
  }
  return asMean ? sums.map((value, group) => value / (counts[group] as number)) : sums
}

/** Runs a function over each group's values, in frame order. */
export function eachGroup(
  floats: Float64Array,
  groups: Groups,
  reduce: (values: Float64Array) => number,
): Float64Array {
  const { starts, rows } = membersOf(groups)
  const sorted = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at++) sorted[at] = floats[rows[at] as number] as number
  return new Float64Array(groups.count).map((_, group) => reduce(sorted.subarray(starts[group], starts[group + 1])))
}

function extremes(values: readonly Cell[], groups: Groups, sign: number): Cell[] {
  const best: Cell[] = Array.from({ length: groups.count }, () => null)
  for (let row = 0; row < values.length; row++) {
    const group = groups.of[row] as number
    const cell = values[row] as Cell
    if (group < 0 || isMissing(cell)) continue
    const so = best[group] as Cell
    if (so === null || compareCells(cell, so) * sign > 0) best[group] = cell
  }
  return best
}

function finish(results: Float64Array, reducer: Reducer, source: CellType): { type: CellType; values: Cell[] } {
  const values = fromFloats(results)
  if (reducer.result === 'int') return { type: 'int', values }
  if (source === 'time' && reducer.result !== 'total') return { type: 'time', values }
  if (reducer.result === 'float') return { type: 'float', values }
  if (reducer.result === 'same' && source === 'bool') {
    return { type: 'bool', values: values.map((value) => (value === null ? null : value === 1)) }
  }
  const whole = source === 'int' || source === 'bool'
  return { type: whole && !values.includes(null) ? 'int' : 'float', values }
}
