import type { Cell, Frame } from '../frame.ts'
import { isMissing } from '../post/columns.ts'
import { refuse } from '../post/error.ts'
import { compareCells } from '../post/order.ts'
import { largest, smallest } from '../post/statistics.ts'
import type { ShapeOptions } from './shapeOptions.ts'
import { valuesOf } from './shapes.ts'

interface Node {
  name: Cell
  val: number | null
  children: Node[]
}

/** How rows are aggregated: the sum or mean of the metric, or the change from the first to the last time. */
type Reading = (rows: readonly number[]) => number | null

/**
 * One tree per metric, one level per dimension, branches in ascending order. `choice` defines the value of a node
 * (`time_series_option` of the form).
 */
export function partition(frame: Frame, { metrics, groups, choice = 'not_time' }: ShapeOptions): Node[] {
  if (groups.length === 0) return refuse('Please choose at least one groupby')
  const times = valuesOf(frame, '__timestamp')
  const levels = (choice === 'time_series' ? ['__timestamp', ...groups] : groups).map((name) => valuesOf(frame, name))
  const all = Array.from({ length: frame.rowCount }, (_, row) => row)
  // a row with a missing dimension belongs to no branch, but counts in the levels above
  return metrics.map((name) => {
    const read = readingOf(choice, valuesOf(frame, name), times)
    const branches = (rows: readonly number[], level: number): Node[] => {
      const own = levels[level]
      if (!own) return []
      const byValue = Map.groupBy(
        rows.filter((row) => !isMissing(own[row] ?? null)),
        (row) => own[row] as Cell,
      )
      return [...byValue]
        .sort(([a], [b]) => compareCells(a, b))
        .map(([value, below]) => ({ name: value, val: read(below), children: branches(below, level + 1) }))
    }
    return { name, val: read(all), children: branches(all, 0) }
  })
}

function readingOf(choice: string, values: readonly Cell[], times: readonly Cell[]): Reading {
  const present = (rows: readonly number[]) =>
    rows
      .map((row) => values[row] ?? null)
      .filter((cell) => !isMissing(cell))
      .map(Number)
  const sum: Reading = (rows) => present(rows).reduce((so, value) => so + value, 0)
  switch (choice) {
    case 'not_time':
    case 'time_series':
    case 'agg_sum':
      return sum
    case 'agg_mean':
      return (rows) => {
        const list = present(rows)
        return list.length > 0 ? (sum(rows) as number) / list.length : null
      }
    case 'point_diff':
    case 'point_factor':
    case 'point_percent': {
      const moments = Float64Array.from(times.filter((time) => !isMissing(time)).map(Number))
      const [first, last] = [smallest(moments), largest(moments)]
      const at = (rows: readonly number[], moment: number) =>
        sum(rows.filter((row) => Number(times[row]) === moment)) as number
      return (rows) => {
        const [until, since] = [at(rows, last), at(rows, first)]
        if (choice === 'point_diff') return until - since
        return choice === 'point_factor' ? until / since : until / since - 1
      }
    }
    default:
      return refuse(`Charts of type partition do not support the time series option ${choice}`)
  }
}
