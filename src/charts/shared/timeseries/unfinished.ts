import { wallClock } from '../../../model/time/wallClock.ts'
import type { DrawInput } from '../contract.ts'
import type { TimeseriesForm } from './formData.ts'
import type { TimeseriesModel } from './model.ts'

const hour = 3_600_000

const day = 24 * hour
const week = 7 * day

const months: Readonly<Record<string, number>> = { P1M: 1, P3M: 3, P1Y: 12 }
/**
 * Start and end of a bucket, in ms relative to the time that names it, by grain: some weeks are named by their last
 * day.
 */
const spans: Readonly<Record<string, readonly [start: number, end: number]>> = {
  PT1H: [0, hour],
  PT6H: [0, 6 * hour],
  P1D: [0, day],
  P1W: [0, week],
  '1969-12-28T00:00:00Z/P1W': [0, week],
  '1969-12-29T00:00:00Z/P1W': [0, week],
  'P1W/1970-01-03T00:00:00Z': [day - week, day],
  'P1W/1970-01-04T00:00:00Z': [day - week, day],
}

/** Start and end of a bucket, by its grain; undefined for grains whose buckets are too short to matter. */
function boundsOf(named: number, grain = ''): [start: number, end: number] | undefined {
  const count = months[grain]
  const date = new Date(named)
  if (count !== undefined) return [named, date.setUTCMonth(date.getUTCMonth() + count)]
  const span = spans[grain]
  return span && [named + span[0], named + span[1]]
}

/**
 * Whether a period had not ended when the data was read, or ends after the time range. Periods and ranges are local
 * times in the result's time zone, if it has one.
 */
export function isUnfinished(
  named: number,
  grain: string | undefined,
  { data, now }: Pick<DrawInput<unknown>, 'data' | 'now'>,
): boolean {
  const bounds = boundsOf(named, grain)
  if (bounds === undefined || now === undefined) return false
  const [start, end] = bounds
  const { cached_dttm: cachedAt, to_dttm: until, time_zone: zone } = data[0] ?? {}
  const readAt = cachedAt ? Date.parse(`${cachedAt}Z`) : now
  const known = Math.min(zone ? wallClock(readAt, zone) : readAt, until ?? Number.POSITIVE_INFINITY)
  // a period that begins later contains planned values
  return start < known && known < end
}

/** The row of the last period if it has not ended: its value is not final. undefined if all periods have ended. */
export function unfinishedRow(
  input: Pick<DrawInput<TimeseriesForm>, 'formData' | 'data' | 'now'>,
  { x, xType }: TimeseriesModel,
): number | undefined {
  const { formData: form } = input
  if (xType !== 'time' || form.forecastEnabled) return undefined
  const row = x.length - 1
  const start = x[row]
  return typeof start === 'number' && isUnfinished(start, form.time_grain_sqla, input) ? row : undefined
}
