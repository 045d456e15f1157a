import { type Calendar, fiscalRange, isFiscalGrain } from './fiscalCalendar.ts'
import type { TimeGrain } from './timeGrain.ts'
import { addUnits, type CalendarUnit } from './wallClock.ts'

/**
 * The time from the value that names a bucket to the end of the bucket. Weeks that are named by their last day end one
 * day after that value.
 */
const LENGTHS: Readonly<Record<TimeGrain, readonly [count: number, unit: CalendarUnit]>> = {
  PT1S: [1, 'second'],
  PT5S: [5, 'second'],
  PT30S: [30, 'second'],
  PT1M: [1, 'minute'],
  PT5M: [5, 'minute'],
  PT10M: [10, 'minute'],
  PT15M: [15, 'minute'],
  PT30M: [30, 'minute'],
  PT1H: [1, 'hour'],
  PT6H: [6, 'hour'],
  P1D: [1, 'day'],
  P1W: [1, 'week'],
  P1M: [1, 'month'],
  P3M: [1, 'quarter'],
  P1Y: [1, 'year'],
  '1969-12-28T00:00:00Z/P1W': [1, 'week'],
  '1969-12-29T00:00:00Z/P1W': [1, 'week'],
  'P1W/1970-01-03T00:00:00Z': [1, 'day'],
  'P1W/1970-01-04T00:00:00Z': [1, 'day'],
}
const FISCAL_UNITS = { 'P1M/fiscal': 'period', 'P3M/fiscal': 'quarter', 'P1Y/fiscal': 'year' } as const

const isKnown = (grain: string): grain is TimeGrain => Object.hasOwn(LENGTHS, grain)

/**
 * Whether the bucket that results name by the time `shown` has not ended. All times are wall-clock milliseconds of the
 * same clock. undefined: the length of the grain is not known.
 */
export function isOpenBucket(grain: string, shown: number, now: number, calendar: Calendar): boolean | undefined {
  if (isFiscalGrain(grain)) {
    const current = fiscalRange(`this fiscal ${FISCAL_UNITS[grain]}`, now, calendar)
    return current?.ok ? shown >= current.value.since : undefined
  }
  return isKnown(grain) ? addUnits(shown, ...LENGTHS[grain]) > now : undefined
}
