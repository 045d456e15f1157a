import type { Column, Frame } from '../frame.ts'
import { groupBy } from './aggregate.ts'
import { columnsNamed, isNumeric, MISSING_COLUMNS, requireColumns, takeRows, toFloats } from './columns.ts'
import { refuse } from './error.ts'
import { flag, nameList, type Options, text, wholeNumber } from './options.ts'
import { printFloat } from './print.ts'
import { largest, smallest } from './statistics.ts'

const MAX_BINS = 10_000

/**
 * Counts the values of a column in each of `bins` equal steps over its whole range, one row per group. Columns are
 * named `1.0 - 2.8`; the last step includes its end. `cumulative` adds up the steps; `normalize` then divides by the
 * total of the table.
 */
export function histogram(frame: Frame, options: Options): Frame {
  const name = text(options, 'column')
  const by = nameList(options, 'groupby')
  const bins = wholeNumber(options, 'bins', 5)
  const column = columnsNamed(frame, name)[0] ?? refuse(MISSING_COLUMNS)
  requireColumns(frame, by)
  if (!isNumeric(column.type)) return refuse(`Column '${name}' contains non-numeric values`)
  if (bins < 1) return refuse('`bins` must be positive, when an integer')
  if (bins > MAX_BINS) return refuse(`\`bins\` must be at most ${MAX_BINS}`)

  const all = toFloats(column)
  const there = Array.from(all.keys()).filter((row) => !Number.isNaN(all[row]))
  const rows = takeRows(frame, there)
  if (there.length === 0) return rows
  const values = Float64Array.from(there, (row) => all[row] as number)
  const edges = edgesOf(values, bins)
  const { groups, columns } = groupBy(rows, by)
  const counts = Array.from({ length: bins }, () => new Float64Array(groups.count))
  values.forEach((value, row) => {
    const group = groups.of[row] as number
    if (group < 0) return
    const bin = counts[binOf(value, edges)] as Float64Array
    bin[group] = (bin[group] as number) + 1
  })
  if (flag(options, 'cumulative', false)) {
    for (let bin = 1; bin < bins; bin++) addTo(counts[bin] as Float64Array, counts[bin - 1] as Float64Array)
  }
  const normalize = flag(options, 'normalize', false)
  const total = normalize ? counts.reduce((so, bin) => bin.reduce((a, b) => a + b, so), 0) : 1
  const table = counts.map(
    (bin, at): Column => ({
      name: `${printFloat(edges[at] as number)} - ${printFloat(edges[at + 1] as number)}`,
      type: normalize ? 'float' : 'int',
      values: Array.from(bin, (count) => count / total),
    }),
  )
  const counted = { columns: [...columns, ...table], rowCount: groups.count }
  return by.length === 0 ? { ...counted, unnamedIndex: [0] } : counted
}

/** Evenly spaced edges from the least to the greatest value. If there is one value, the step around it has width 1. */
function edgesOf(values: Float64Array, bins: number): number[] {
  const least = smallest(values)
  const greatest = largest(values)
  const [low, high] = least === greatest ? [least - 0.5, greatest + 0.5] : [least, greatest]
  const step = (high - low) / bins
  return Array.from({ length: bins + 1 }, (_, at) => (at === bins ? high : low + at * step))
}

function binOf(value: number, edges: number[]): number {
  let low = 0
  let high = edges.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (value >= (edges[middle] as number)) low = middle
    else high = middle - 1
  }
  return low
}

function addTo(target: Float64Array, source: Float64Array): void {
  for (let at = 0; at < target.length; at++) target[at] = (target[at] as number) + (source[at] as number)
}
