import { startOfDay, truncateTo } from '../../model/time/wallClock.ts'
import type { Cell, Frame } from '../frame.ts'
import { isMissing } from '../post/columns.ts'
import { compareText } from '../post/order.ts'
import { printFloat } from '../post/print.ts'
import type { ShapeOptions } from './shapeOptions.ts'
import { timeSeries, valuesOf } from './shapes.ts'

/** Shapes of charts over time, from a table that was pivoted by time. */

const NS_PER_MS = 1_000_000n

/** Wedges of each time, keyed by nanoseconds; missing values are 0. */
export function wedges(frame: Frame, options: ShapeOptions) {
  const series = timeSeries(frame, options)
  const times = frame.index?.values[0] ?? []
  return Object.fromEntries(
    times.map((time, row) => [
      String(BigInt(Number(time)) * NS_PER_MS),
      series.map(({ key, values }) => ({
        key,
        value: values[row]?.y ?? 0,
        name: Array.isArray(key) ? key.join(', ') : key,
        time,
      })),
    ]),
  )
}

/** The series of each metric, by group; without groups a single one named All. */
export function pairs(frame: Frame, { metrics, groups }: ShapeOptions) {
  const series = timeSeries(frame, { metrics: [...metrics, ''], groups, roles: {} })
  const byMetric = new Map<string, { group: string | string[]; values: unknown[] }[]>()
  for (const { key, values } of series) {
    const [metric = '', group] = Array.isArray(key) ? [key[0], key.slice(1)] : [key, 'All']
    byMetric.set(metric, [...(byMetric.get(metric) ?? []), { group, values }])
  }
  return Object.fromEntries(byMetric)
}

const WEEK_MS = 604_800_000
const DAY_MS = 86_400_000

/** Start of the period that contains a time; weeks start on the day that the frequency names. */
function periodStart(wallMs: number, frequency: string): number {
  if (frequency === 'AS') return truncateTo(wallMs, 'year')
  if (frequency === 'D') return startOfDay(wallMs)
  const monday = truncateTo(wallMs, 'week')
  if (!frequency.endsWith('-SUN')) return monday
  const sunday = monday - DAY_MS
  return wallMs - sunday >= WEEK_MS ? sunday + WEEK_MS : sunday
}

/** One line per period (`current`, `-1` and so on), with its times moved to those of the latest period, and its age. */
export function periods(frame: Frame, { choice = 'W-MON' }: ShapeOptions) {
  const times = (frame.index?.values[0] ?? []).map(Number)
  const values = frame.columns[0]?.values ?? []
  const starts = times.map((time) => periodStart(time, choice))
  const distinct = [...new Set(starts)].sort((a, b) => b - a)
  const latest = distinct[0] ?? 0
  const rankOf = new Map(distinct.map((start, rank) => [start, rank]))
  const sums = new Map<number, Map<number, number[]>>()
  times.forEach((time, row) => {
    const start = starts[row] as number
    const value = values[row] ?? null
    if (isMissing(value)) return
    const rank = rankOf.get(start) as number
    const own = sums.get(rank) ?? new Map<number, number[]>()
    const at = time + latest - start
    own.set(at, [...(own.get(at) ?? []), Number(value)])
    sums.set(rank, own)
  })
  const places = [...new Set([...sums.values()].flatMap((own) => [...own.keys()]))].sort((a, b) => a - b)
  const mean = (list: number[]) => list.reduce((so, value) => so + value, 0) / list.length
  return [...sums]
    .map(([rank, own]) => ({
      key: rank === 0 ? 'current' : `-${rank}`,
      values: places.map((x) => ({ x, y: own.has(x) ? mean(own.get(x) as number[]) : null })),
      rank,
      perc: 1 - rank / distinct.length,
    }))
    .sort((a, b) => compareText(a.key, b.key))
}

/** Values of each metric by time in epoch seconds, with the range of the calendar; from rows, not from a pivot. */
export function calendar(frame: Frame, { metrics, settings }: ShapeOptions) {
  const times = valuesOf(frame, '__timestamp')
  const byTime = (values: Cell[]) =>
    Object.fromEntries(
      times.flatMap((time, row) => (isMissing(time) ? [] : [[printFloat(Number(time) / 1000), values[row] ?? null]])),
    )
  return { data: Object.fromEntries(metrics.map((metric) => [metric, byTime(valuesOf(frame, metric))])), ...settings }
}
