import { addUnits, DAY_MS, startOfDay } from '../../../model/time/wallClock.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** Steps of a fixed length, starting at the last time. */
const fixed = (ms: number) => (last: number, count: number) => last + count * ms

/** Weeks that end (or start) on a weekday, 0 for Sunday, at the time of day of the last row. */
const weekly = (weekday: number) => (last: number, count: number) => {
  const behind = (weekday - new Date(last).getUTCDay() + 7) % 7
  // if the last row is on the weekday itself, it is the end of a step
  return last + (behind === 0 ? count : count - 1) * 7 * DAY_MS + behind * DAY_MS
}

/** The last day of each month (or quarter, or year: `months`), at the time of day of the last row. */
const monthEnds = (months: number) => (last: number, count: number) => {
  const day = startOfDay(last)
  const endOfSpan = (steps: number): number => {
    const date = new Date(day)
    const span = Math.floor(date.getUTCMonth() / months) + steps + 1
    return Date.UTC(date.getUTCFullYear(), span * months, 0)
  }
  const isEnd = endOfSpan(0) === day
  return endOfSpan(isEnd ? count : count - 1) + (last - day)
}

/** The time of the n-th step after the last row, by time grain. */
const STEPS: Record<string, (last: number, count: number) => number> = {
  PT1S: fixed(1000),
  PT1M: fixed(MINUTE_MS),
  PT5M: fixed(5 * MINUTE_MS),
  PT10M: fixed(10 * MINUTE_MS),
  PT15M: fixed(15 * MINUTE_MS),
  PT30M: fixed(30 * MINUTE_MS),
  PT1H: fixed(HOUR_MS),
  P1D: (last, count) => addUnits(last, count, 'day'),
  P1W: weekly(0),
  P1M: monthEnds(1),
  P3M: monthEnds(3),
  P1Y: monthEnds(12),
  '1969-12-28T00:00:00Z/P1W': weekly(0),
  '1969-12-29T00:00:00Z/P1W': weekly(1),
  'P1W/1970-01-03T00:00:00Z': weekly(6),
  'P1W/1970-01-04T00:00:00Z': weekly(0),
}

/** The times after `last`, ascending; undefined for a grain that is not supported. */
export function futureTimes(grain: string, last: number, periods: number): number[] | undefined {
  const step = Object.hasOwn(STEPS, grain) ? STEPS[grain] : undefined
  return step && Array.from({ length: periods }, (_, at) => step(last, at + 1))
}

export const isForecastGrain = (grain: string): boolean => Object.hasOwn(STEPS, grain)
