import { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData, JsonCell } from '../../model/query/chartData.ts'
import { timeFormatter } from '../shared/format/index.ts'
import { pausesAfter, type Steps } from '../shared/steps.ts'
import { lastTime, numeric } from '../shared/timeseries/model.ts'

const dayMs = 86_400_000
const week = 7 * dayMs
/** Time of a Monday (January 5, 1970), in ms since the epoch. */
const firstMonday = 4 * dayMs

/** One period of a time series, with its times moved to the latest period. */
export interface Period {
  /** start, in ms since the epoch */
  start: number
  /** 0 is the latest */
  rank: number
  /** moved time -> mean of the values there */
  values: Map<number, number>
}

/** The start of the period that contains a time, in UTC. */
type StartOf = (time: number) => number

/**
 * Periods by their frequency: `AS` years, `D` days, `W-SUN` and `W-MON` weeks from that day, `4W-MON` and `52W-MON`
 * that many weeks, counted back so that the last week of the data ends the latest period. Anything else is a week.
 */
function startsOf(frequency: string, latest: number): StartOf {
  if (frequency === 'AS') return (time) => Date.UTC(new Date(time).getUTCFullYear(), 0, 1)
  if (frequency === 'D') return (time) => Math.floor(time / dayMs) * dayMs
  const first = frequency.endsWith('-SUN') ? firstMonday - dayMs : firstMonday
  const weekOf = (time: number) => Math.floor((time - first) / week)
  // a saved number of thousands of weeks would exceed the range of dates
  const weeks = Math.max(1, Number(/^(\d{1,3})W/.exec(frequency)?.[1] ?? 1))
  const end = weekOf(latest) + 1
  return (time) => first + (end - weeks * Math.ceil((end - weekOf(time)) / weeks)) * week
}

/** The periods of a result, the latest first. The first column is the time, the second the metric. */
export function* readPeriods(data: ChartData | undefined, frequency: string): Steps<Period[]> {
  const times = (data?.columns[0] ?? []).map(timeOf)
  const cells = data?.columns[1] ?? []
  const known = times.filter((time) => time !== null)
  if (known.length === 0) return []
  const startOf = startsOf(
    frequency,
    known.reduce((most, time) => Math.max(most, time), known[0]!),
  )
  yield
  const startOfTime = new Map<number, number>()
  for (const [at, time] of known.entries()) {
    if (pausesAfter(at)) yield
    if (!startOfTime.has(time)) startOfTime.set(time, startOf(time))
  }
  const starts = [...new Set(startOfTime.values())].sort((one, other) => other - one)
  yield
  const sums = new Map(starts.map((start) => [start, new Map<number, { sum: number; count: number }>()]))
  for (const [row, time] of times.entries()) {
    if (pausesAfter(row)) yield
    const value = numeric(cells[row] ?? null)
    if (time === null || value === null) continue
    const start = startOfTime.get(time)!
    const at = movedTo(starts[0]!, time, start, frequency)
    const own = sums.get(start)!
    const before = own.get(at)
    if (before) {
      before.sum += value
      before.count += 1
    } else own.set(at, { sum: value, count: 1 })
  }
  const periods: Period[] = []
  for (const [rank, start] of starts.entries()) {
    const values = new Map<number, number>()
    for (const [at, { sum, count }] of sums.get(start)!) values.set(at, sum / count)
    periods.push({ start, rank, values })
    if (rank % 64 === 63) yield
  }
  return periods
}

/**
 * A time moved to the latest period. In years, month and day do not change, because leap years have one more day;
 * February 29 becomes February 28 if the latest year is not a leap year.
 */
function movedTo(latest: number, time: number, start: number, frequency: string): number {
  if (frequency !== 'AS') return time + latest - start
  const date = new Date(time)
  const [year, month] = [new Date(latest).getUTCFullYear(), date.getUTCMonth()]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(date.getUTCDate(), lastDay)
  return Date.UTC(year, month, day) + (time - Math.floor(time / dayMs) * dayMs)
}

function timeOf(cell: JsonCell): number | null {
  if (typeof cell === 'number') return Math.abs(cell) <= lastTime ? cell : null
  const parsed = typeof cell === 'string' ? Date.parse(cell) : Number.NaN
  return Number.isNaN(parsed) ? null : parsed
}

/** The name of a period: its start. The name of the latest period also has the mark "(current)". */
export function periodName({ start, rank }: Pick<Period, 'start' | 'rank'>, frequency: string): string {
  const name = timeFormatter(frequency === 'AS' ? '%Y' : '%Y-%m-%d')(start)
  return rank === 0 ? `${name} (current)` : name
}

/** One row per moved time, one column per period. */
export function periodRows(periods: Period[], frequency: string, data: ChartData): ChartData {
  const times = [...new Set(periods.flatMap(({ values }) => [...values.keys()]))].sort((one, other) => one - other)
  const names = periods.map((period) => periodName(period, frequency))
  return {
    ...data,
    colnames: [data.colnames[0] ?? '', ...names],
    coltypes: [GenericType.temporal, ...names.map(() => GenericType.numeric)],
    columns: [times, ...periods.map(({ values }) => times.map((time) => values.get(time) ?? null))],
    rowcount: times.length,
    label_map: Object.fromEntries(names.map((name) => [name, [name]])),
  }
}
