import type { ChartData, JsonCell } from '../../../model/query/chartData.ts'
import { columnLabel, metricLabel, TIMESTAMP_LABEL } from '../../../model/query/labels.ts'
import type { QueryColumn, QueryMetric } from '../../../model/query/queryObject.ts'
import { pausesAfter, type Steps } from '../steps.ts'

/** The values of one metric of one group over time. */
export interface TimeSeries {
  metric: string
  /** the values of the dimensions */
  group: JsonCell[]
  /** by index of the time; null: no value */
  values: (number | null)[]
}

export interface SeriesOverTime {
  /** ascending */
  times: number[]
  series: TimeSeries[]
  /** number of series that are left out, because a page cannot hold more values */
  omitted: number
}

/** Maximum number of values of all series, including missing ones. */
const mostValues = 4_000_000

/** The series of a result with rows for each time and group, in the order of the rows. */
export function* readSeries(
  data: ChartData | undefined,
  form: { metrics: QueryMetric[]; groupby: QueryColumn[] },
): Steps<SeriesOverTime> {
  const columnOf = (name: string): JsonCell[] => data?.columns[data.colnames.indexOf(name)] ?? []
  const stamps = columnOf(TIMESTAMP_LABEL)
  const groups = form.groupby.map((column) => columnOf(columnLabel(column)))
  const metrics = [...new Set(form.metrics.map(metricLabel))].filter((name) => data?.colnames.includes(name))
  const times = [...new Set(stamps.filter((time) => typeof time === 'number'))].sort((one, other) => one - other)
  const places = new Map(times.map((time, at) => [time, at]))
  const valuesOf = new Map(metrics.map((name) => [name, columnOf(name)]))
  yield
  const found: TimeSeries[] = []
  /** by group, then by position of the metric */
  const known = new Map<string, (TimeSeries | undefined)[]>()
  const omitted = new Set<string>()
  for (let record = 0; record < (data?.rowcount ?? 0); record++) {
    if (pausesAfter(record)) yield
    const at = places.get(stamps[record] as number)
    if (at === undefined) continue
    const group = groups.map((values) => values[record] ?? null)
    const key = JSON.stringify(group)
    let own = known.get(key)
    if (!own) known.set(key, (own = []))
    for (const [position, metric] of metrics.entries()) {
      let series = own[position]
      if (!series && (found.length + 1) * times.length > mostValues) {
        omitted.add(`${position} ${key}`)
        continue
      }
      if (!series) {
        series = { metric, group, values: Array.from({ length: times.length }, () => null) }
        found.push(series)
        own[position] = series
      }
      series.values[at] = numberOf(valuesOf.get(metric)?.[record] ?? null)
    }
  }
  return { times, series: found, omitted: omitted.size }
}

function numberOf(value: JsonCell): number | null {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : null
}
