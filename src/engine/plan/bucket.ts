import {
  type Calendar,
  DAYS_BEFORE_MONDAY,
  type FiscalGrain,
  fiscalSpans,
  isFiscalGrain,
} from '../../model/time/fiscalCalendar.ts'
import { DAY_MS } from '../../model/time/wallClock.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { planFault } from './failure.ts'

/** Weeks that are named by their last day: they are the same in every database. */
const TO_SUNDAY = 'P1W/1970-01-04T00:00:00Z'
const PLAIN = { 'P1M/fiscal': 'P1M', 'P3M/fiscal': 'P3M', 'P1Y/fiscal': 'P1Y' } as const
const UNITS = { 'P1M/fiscal': 'period', 'P3M/fiscal': 'quarter', 'P1Y/fiscal': 'year' } as const

/** Whether a grain depends on the calendar: the buckets of all other grains are those of the database. */
export const isCounted = (grain: string, { weekStart }: Calendar) =>
  isFiscalGrain(grain) || (grain === 'P1W' && weekStart !== null)

/** The SQL of the bucket of a time by a calendar. @throws AppError 400 if the database cannot compute it */
export function countedBucket(
  { of, grain, columnType, calendar }: { of: string; grain: string; columnType: string | null; calendar: Calendar },
  dialect: Dialect,
): string {
  const bucket = (plain: string, column: string) => {
    const text = dialect.timeGrains[plain]?.(column, columnType)
    if (text === undefined) throw planFault(`${dialect.title} does not support the time grain ${plain}`)
    return text
  }
  const add = (unit: 'DAY' | 'MONTH', column: string, count: number) =>
    count === 0 ? column : dialect.addUnits(unit, column, count, columnType)
  if (!isFiscalGrain(grain)) {
    const before = DAYS_BEFORE_MONDAY[calendar.weekStart ?? 'monday']
    return add('DAY', bucket(TO_SUNDAY, add('DAY', bucket('P1D', of), before)), -6 - before)
  }
  if ('periods' in calendar.fiscal) return tableBucket(bucket('P1D', of), grain, columnType, calendar.fiscal, dialect)
  const size = { 'P1M/fiscal': 1, 'P3M/fiscal': 3, 'P1Y/fiscal': 12 }[grain]
  // times are truncated to months, and these are shifted: a quarter from November is a calendar quarter, one month
  // later
  const late = (calendar.fiscal.firstMonth - 1) % size
  return late === 0
    ? bucket(PLAIN[grain], of)
    : add('MONTH', bucket(PLAIN[grain], add('MONTH', bucket('P1M', of), -late)), late)
}

/** The bucket of a day by a fiscal table; NULL for days outside of the table. */
function tableBucket(
  day: string,
  grain: FiscalGrain,
  columnType: string | null,
  { periods }: { periods: Parameters<typeof fiscalSpans>[0] },
  dialect: Dialect,
): string {
  const literal = (wallMs: number) => dialect.literal({ wallMs, columnType: columnType ?? 'TIMESTAMP', format: null })
  const spans = fiscalSpans(periods, UNITS[grain])
  const first = spans[0]?.start ?? 0
  // compared with the day before, because where times are strings, midnight may be written in more than one way
  const upTo = (end: number) => `WHEN ${day} <= ${literal(end - DAY_MS)} THEN`
  const cases = spans.map(({ start, end }) => `${upTo(end)} ${literal(start)}`)
  return `CASE ${upTo(first)} NULL\n    ${cases.join('\n    ')} END`
}
