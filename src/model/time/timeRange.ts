import type { Result } from '../basics/result.ts'
import { type Calendar, fiscalRange, PLAIN_CALENDAR, startOfWeek, type WeekStart } from './fiscalCalendar.ts'
import { parsePeriod } from './timeDelta.ts'
import { evaluateTimeExpression, startsLikeExpression } from './timeRangeExpression.ts'
import { parseHumanDate } from './timeRangeHuman.ts'
import { addUnits, type CalendarUnit, isInCalendar, startOfDay, truncateTo } from './wallClock.ts'

/** Wall-clock milliseconds; null: unbounded on that side. Start inclusive, end exclusive. */
export interface TimeRange {
  since: number | null
  until: number | null
}

export interface TimeRangeOptions {
  /** Wall-clock milliseconds. All fields are times of the same clock. */
  now: number
  /** The base of `Last …` (backwards) and `Next …` (forwards): human dates, `today` by default. */
  relative?: { start?: string; end?: string }
  /** A period (`1 year`) by which both ends are shifted back. */
  timeShift?: string
  /**
   * How weeks and fiscal years are counted. A text is the reason why the calendar is invalid; ranges that need it fail
   * with this text.
   */
  calendar?: Calendar | string
}

const SEPARATOR = ' : '
const NO_FILTER = 'No filter'

/**
 * Parses a time range in the grammar of saved charts: `Last 7 days`, `2020 : 2021`, `DATEADD(DATETIME("now"), -1,
 * month) : now`. The error is a message for users. Any other text without ` : ` only sets the end, to `relative.end`.
 */
export function resolveTimeRange(text: string, options: TimeRangeOptions): Result<TimeRange, string> {
  // times are in whole seconds, as in the contract
  const range = rangeOf(text, { ...options, now: truncateTo(options.now, 'second') })
  if (!range.ok) return range
  const { since, until } = range.value
  if (since !== null && until !== null && since > until) {
    return { ok: false, error: 'From date cannot be larger than to date' }
  }
  const shiftMs = options.timeShift ? resolveTimeShift(options.timeShift, options.now) : 0
  const back = (wallMs: number | null) => (wallMs === null ? null : wallMs - shiftMs)
  const value = { since: back(since), until: back(until) }
  const isOutside = [value.since, value.until].some((wallMs) => wallMs !== null && !isInCalendar(wallMs))
  return isOutside
    ? { ok: false, error: `The time range [${text}] is outside the years 1 to 9999` }
    : { ok: true, value }
}

function rangeOf(text: string, options: TimeRangeOptions): Result<TimeRange, string> {
  const { now, relative = {}, calendar = PLAIN_CALENDAR } = options
  const counted = typeof calendar === 'string' ? PLAIN_CALENDAR : calendar
  const { start = 'today', end = 'today' } = relative
  if (text === NO_FILTER) return { ok: true, value: { since: null, until: null } }
  const fiscal = fiscalRange(text, now, counted)
  if (typeof calendar === 'string' && (fiscal || text.startsWith('previous calendar week'))) {
    return { ok: false, error: calendar }
  }
  if (fiscal) return fiscal
  const hasSeparator = text.includes(SEPARATOR)
  const previous = /^previous calendar (week|month|year)/.exec(text)
  if (previous && !hasSeparator) {
    const unit = previous[1] as CalendarUnit
    const today = startOfDay(now)
    if (unit === 'week') {
      const until = startOfWeek(today, counted.weekStart)
      return { ok: true, value: { since: addUnits(until, -1, 'week'), until } }
    }
    return { ok: true, value: { since: truncateTo(addUnits(today, -1, unit), unit), until: truncateTo(today, unit) } }
  }
  const full =
    hasSeparator || !/^(Last|Next)/.test(text)
      ? text
      : text.startsWith('Last')
        ? `${text}${SEPARATOR}${end}`
        : `${start}${SEPARATOR}${text}`
  const at = full.indexOf(SEPARATOR)
  const sides = at < 0 ? ['', end] : [full.slice(0, at), full.slice(at + SEPARATOR.length)]
  const side = { start, end, weekStart: counted.weekStart }
  const since = sideOf((sides[0] ?? '').trim(), now, side)
  if (!since.ok) return since
  const until = sideOf((sides[1] ?? '').trim(), now, side)
  return until.ok ? { ok: true, value: { since: since.value, until: until.value } } : until
}

interface Side {
  start: string
  end: string
  weekStart: WeekStart | null
}

function sideOf(text: string, now: number, relative: Side): Result<number | null, string> {
  if (!text) return { ok: true, value: null }
  const one = /^last\s+(day|week|month|quarter|year)$/i.exec(text)
  if (one) return moved(relative.start, now, -1, one[1])
  const some = /^(last|next)\s+(\d+)\s+(second|minute|hour|day|week|month|year)s?$/i.exec(text)
  if (some) {
    const isLast = some[1]?.toLowerCase() === 'last'
    return moved(isLast ? relative.start : relative.end, now, Number(some[2]) * (isLast ? -1 : 1), some[3])
  }
  if (startsLikeExpression(text)) return evaluateTimeExpression(text, now, relative.weekStart)
  // the contract puts a human date into DATETIME('…'), where quotes and backslashes end the string early
  if (/['\\]/.test(text)) return { ok: false, error: `Expected a date, found [${text}]` }
  return parseHumanDate(text, now)
}

function moved(anchor: string, now: number, count: number, unit = ''): Result<number, string> {
  const from = parseHumanDate(anchor, now)
  return from.ok ? { ok: true, value: addUnits(from.value, count, unit.toLowerCase() as CalendarUnit) } : from
}

/** Milliseconds of a period, counted back from now regardless of its direction; 0 for quarters and invalid periods. */
export function resolveTimeShift(text: string, now: number): number {
  const period = parsePeriod(text)
  if (!period || period.unit === 'quarter') return 0
  return now - addUnits(now, -Math.abs(period.count), period.unit)
}

/** The legacy pair of keys as one text. A number of hours, days, weeks or years without a direction counts back. */
export function timeRangeOfSinceUntil(since: string, until: string): string {
  const isCount = /^\S+ (days|years|hours|day|year|weeks)$/.test(since)
  return `${isCount ? `${since} ago` : since}${SEPARATOR}${until}`
}
