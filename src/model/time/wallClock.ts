/**
 * Wall-clock times: times without a time zone, as the milliseconds of the same clock time in UTC. All time arithmetic
 * of queries uses them.
 */
export const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

export const CALENDAR_UNITS = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const
export type CalendarUnit = (typeof CALENDAR_UNITS)[number]

const FIXED_MS: Partial<Record<CalendarUnit, number>> = {
  week: 7 * DAY_MS,
  day: DAY_MS,
  hour: HOUR_MS,
  minute: MINUTE_MS,
  second: 1000,
}
const MONTHS: Partial<Record<CalendarUnit, number>> = { year: 12, quarter: 3, month: 1 }

/**
 * Maximum number of cached formatters, a little higher than the number of zones: creating a formatter takes longer than
 * all the arithmetic of a query.
 */
const MOST_CLOCKS = 1000
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    // the zone names come from requests, and one zone has thousands of spellings: `eUROPE/bERLIN`, `+01:17`
    if (clocks.size >= MOST_CLOCKS) clocks.clear()
    clocks.set(timeZone, clock)
  }
  return clock
}

/** The clock time in this time zone (IANA name) at the instant. */
export function wallClock(epochMs: number, timeZone: string): number {
  if (timeZone === 'UTC') return epochMs
  const parts = clockOf(timeZone).formatToParts(epochMs)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((p) => p.type === type)?.value)
  const seconds = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return seconds + (((epochMs % 1000) + 1000) % 1000)
}

/**
 * `2021-01-02 03:04:05`, followed by six fractional digits if there is a fraction, or always with `microseconds`.
 * `separator` is written between date and time.
 */
export function formatWall(wallMs: number, { microseconds = false, separator = ' ' } = {}): string {
  // fractions of a millisecond are computed separately: far from 1970 the product would lose digits
  let whole = Math.floor(wallMs)
  let micros = Math.round((wallMs - whole) * 1000)
  if (micros === 1000) [whole, micros] = [whole + 1, 0]
  const iso = new Date(whole).toISOString()
  const fraction = Number(iso.slice(-4, -1)) * 1000 + micros
  const seconds = iso.slice(0, -5).replace('T', separator)
  return microseconds || fraction ? `${seconds}.${String(fraction).padStart(6, '0')}` : seconds
}

/** The wall-clock time of a date; null if the date or the time of day does not exist. Months count from 1. */
export function wallOf(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number | null {
  const date = new Date(0)
  // not Date.UTC: it maps the years 0 to 99 to the 20th century
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second)
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCFullYear() === year
  return isReal && hour < 24 && minute < 60 && second < 60 ? date.getTime() : null
}

const FIRST_YEAR_MS = -62_135_596_800_000
const PAST_YEARS_MS = 253_402_300_800_000

/** Whether a time is in the years 1 to 9999, which every database and every text format supports. */
export const isInCalendar = (wallMs: number) => wallMs >= FIRST_YEAR_MS && wallMs < PAST_YEARS_MS

export const startOfDay = (wallMs: number) => Math.floor(wallMs / DAY_MS) * DAY_MS

/** Adds calendar units. If the month has no such day, the last day of the month is used (31 January + 1 month). */
export function addUnits(wallMs: number, count: number, unit: CalendarUnit): number {
  const fixed = FIXED_MS[unit]
  if (fixed) return wallMs + count * fixed
  const date = new Date(wallMs)
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + count * (MONTHS[unit] ?? 1)
  const [year, month] = [Math.floor(months / 12), ((months % 12) + 12) % 12]
  const lastDay = new Date(0)
  lastDay.setUTCFullYear(year, month + 1, 0)
  date.setUTCFullYear(year, month, Math.min(date.getUTCDate(), lastDay.getUTCDate()))
  // the part that a Date cannot store (microseconds) is added again
  return date.getTime() + (wallMs - Math.trunc(wallMs))
}

/** Start of the unit that contains the time; weeks start on Monday. */
export function truncateTo(wallMs: number, unit: CalendarUnit): number {
  if (unit === 'week') {
    const sinceMonday = (new Date(wallMs).getUTCDay() + 6) % 7
    return startOfDay(wallMs) - sinceMonday * DAY_MS
  }
  const fixed = FIXED_MS[unit]
  if (fixed) return Math.floor(wallMs / fixed) * fixed
  const date = new Date(startOfDay(wallMs))
  const month = unit === 'year' ? 0 : unit === 'quarter' ? Math.floor(date.getUTCMonth() / 3) * 3 : date.getUTCMonth()
  return date.setUTCMonth(month, 1)
}

/** Last day, at midnight, of the year, month or week (Sunday). */
export const lastDayOf = (wallMs: number, unit: 'year' | 'month' | 'week'): number =>
  addUnits(truncateTo(wallMs, unit), 1, unit) - DAY_MS
