import type { Result } from '../basics/result.ts'
import { isRecord } from '../wire/json.ts'
import { addUnits, DAY_MS, startOfDay, truncateTo, wallOf } from './wallClock.ts'

export const WEEK_STARTS = ['monday', 'sunday', 'saturday'] as const
export type WeekStart = (typeof WEEK_STARTS)[number]

/** A period of a fiscal table, usually four or five weeks. Wall-clock milliseconds; the end is exclusive. */
export interface FiscalPeriod {
  year: number
  quarter: number
  period: number
  start: number
  end: number
}

/** How an organization counts weeks and years. */
export interface Calendar {
  /** null: weeks of time grains start as in each database, weeks of time ranges on Monday. */
  weekStart: WeekStart | null
  /** Fiscal years of twelve months that start with this month (1 to 12), or periods without gaps, in order. */
  fiscal: { firstMonth: number } | { periods: readonly FiscalPeriod[] }
}

export const PLAIN_CALENDAR: Calendar = { weekStart: null, fiscal: { firstMonth: 1 } }

/** Our own time grains; buckets are named by their start. */
export const FISCAL_GRAINS = ['P1M/fiscal', 'P3M/fiscal', 'P1Y/fiscal'] as const
export type FiscalGrain = (typeof FISCAL_GRAINS)[number]
export const isFiscalGrain = (grain: string): grain is FiscalGrain => FISCAL_GRAINS.some((known) => known === grain)

export const FISCAL_GRAIN_NAMES: Readonly<Record<FiscalGrain, string>> = {
  'P1M/fiscal': 'Fiscal period',
  'P3M/fiscal': 'Fiscal quarter',
  'P1Y/fiscal': 'Fiscal year',
}

/** Maximum number of periods, about half a century: each period is a branch in the SQL. */
const MOST_PERIODS = 650
const HEADER = 'start,end,year,quarter,period'
const day = (wallMs: number) => new Date(wallMs).toISOString().slice(0, 10)

function dayOf(text: string): number | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  return date === undefined ? null : wallOf(Number(year), Number(month), Number(date))
}

/**
 * Reads a fiscal table: CSV with the header `start,end,year,quarter,period` and a line for each period, in order; both
 * dates are inclusive. The error is a sentence that names the line.
 */
export function parseFiscalTable(text: string): Result<FiscalPeriod[], string> {
  const [header = '', ...lines] = text.trim().split(/\r?\n/)
  if (header.toLowerCase().replaceAll(/[\s"]/g, '') !== HEADER) {
    return { ok: false, error: `Fiscal calendar: the first line must be ${HEADER}.` }
  }
  if (lines.length === 0 || lines.length > MOST_PERIODS) {
    return { ok: false, error: `Fiscal calendar: it must have a period, and at most ${MOST_PERIODS}.` }
  }
  const periods: FiscalPeriod[] = []
  for (const [at, line] of lines.entries()) {
    const read = periodOf(line, at + 2, periods.at(-1))
    if (typeof read === 'string') return { ok: false, error: read }
    periods.push(read)
  }
  return { ok: true, value: periods }
}

/** A line after the period `before`, or what is wrong with it, as whole sentences: they are translated. */
function periodOf(text: string, line: number, before: FiscalPeriod | undefined): FiscalPeriod | string {
  const cells = text.split(',').map((cell) => cell.replaceAll('"', '').trim())
  const [start, last] = [dayOf(cells[0] ?? ''), dayOf(cells[1] ?? '')]
  const [year = 0, quarter = 0, period = 0] = cells.slice(2).map((cell) => (/^\d{1,4}$/.test(cell) ? Number(cell) : 0))
  if (start === null || last === null)
    return `Fiscal calendar, line ${line}: start and end must be dates such as 2024-02-04.`
  if (last < start) return `Fiscal calendar, line ${line}: it ends on ${day(last)}, before it starts.`
  if (cells.length !== 5 || year < 1 || quarter < 1 || period < 1)
    return `Fiscal calendar, line ${line}: year, quarter and period must be numbers from 1.`
  if (before) {
    if (start > before.end)
      return `Fiscal calendar, line ${line}: the days from ${day(before.end)} to ${day(start - DAY_MS)} belong to no period.`
    if (start < before.end)
      return `Fiscal calendar, line ${line}: it starts on ${day(start)}, but the period before ends on ${day(before.end - DAY_MS)}.`
    const isNext =
      year === before.year
        ? period === before.period + 1 && (quarter === before.quarter || quarter === before.quarter + 1)
        : year === before.year + 1 && period === 1 && quarter === 1
    if (!isNext) {
      return `Fiscal calendar, line ${line}: period ${period} of quarter ${quarter} of ${year} cannot follow period ${before.period} of quarter ${before.quarter} of ${before.year}.`
    }
  }
  return { year, quarter, period, start, end: last + DAY_MS }
}

/**
 * The calendar of a dataset: `{"week_start": "sunday", "fiscal_year_start": 4, "fiscal_table": "start,end,…"}`. Missing
 * settings are those of the workspace. The error is a sentence.
 */
export function calendarOf(said: unknown, workspace: Calendar): Result<Calendar, string> {
  if (said === undefined || said === null) return { ok: true, value: workspace }
  if (!isRecord(said)) return { ok: false, error: 'The calendar of the dataset must be an object.' }
  const { week_start: weekStart, fiscal_year_start: firstMonth, fiscal_table: table, ...rest } = said
  const unknown = Object.keys(rest)[0]
  if (unknown !== undefined)
    return { ok: false, error: `The calendar of the dataset has an unknown field: ${unknown}.` }
  const known = WEEK_STARTS.find((start) => start === weekStart)
  if (weekStart !== undefined && !known) {
    return { ok: false, error: `week_start of the calendar must be one of: ${WEEK_STARTS.join(', ')}.` }
  }
  const calendar = { ...workspace, ...(known && { weekStart: known }) }
  if (table !== undefined) {
    const periods = parseFiscalTable(String(table))
    return periods.ok ? { ok: true, value: { ...calendar, fiscal: { periods: periods.value } } } : periods
  }
  if (firstMonth === undefined) return { ok: true, value: calendar }
  if (!Number.isInteger(firstMonth) || Number(firstMonth) < 1 || Number(firstMonth) > 12) {
    return { ok: false, error: 'fiscal_year_start of the calendar must be a month from 1 to 12.' }
  }
  return { ok: true, value: { ...calendar, fiscal: { firstMonth: Number(firstMonth) } } }
}

/** Days by which weeks start before those that start on Monday. */
export const DAYS_BEFORE_MONDAY: Readonly<Record<WeekStart, number>> = { monday: 0, sunday: 1, saturday: 2 }

/** The first day of the week of a time. */
export function startOfWeek(wallMs: number, start: WeekStart | null): number {
  const before = DAYS_BEFORE_MONDAY[start ?? 'monday'] * DAY_MS
  return truncateTo(wallMs + before, 'week') - before
}

type FiscalUnit = 'year' | 'quarter' | 'period'
const UNITS = { year: 'year', quarter: 'quarter', period: 'month' } as const

const isSamePart = (a: FiscalPeriod, b: FiscalPeriod, unit: FiscalUnit) =>
  a.year === b.year && (unit === 'year' || a.quarter === b.quarter) && (unit !== 'period' || a.period === b.period)

/** Years, quarters or periods of a table as spans, in order. */
export function fiscalSpans(
  periods: readonly FiscalPeriod[],
  unit: FiscalUnit,
): { year: number; start: number; end: number }[] {
  const spans: { year: number; start: number; end: number }[] = []
  let last: FiscalPeriod | undefined
  for (const period of periods) {
    const open = spans.at(-1)
    if (open && last && isSamePart(last, period, unit)) open.end = period.end
    else spans.push({ year: period.year, start: period.start, end: period.end })
    last = period
  }
  return spans
}

const outside = (wallMs: number) => `The fiscal calendar has no period for ${day(wallMs)}.`

/** Start and end (exclusive) of the fiscal unit that contains a time, or of the unit that is `back` units earlier. */
function fiscalSpan(
  wallMs: number,
  unit: FiscalUnit,
  back: number,
  { fiscal }: Calendar,
): Result<{ start: number; end: number }, string> {
  if ('periods' in fiscal) {
    const spans = fiscalSpans(fiscal.periods, unit)
    const at = spans.findIndex(({ start, end }) => wallMs >= start && wallMs < end)
    if (at < 0) return { ok: false, error: outside(wallMs) }
    const span = spans[at - back]
    return span ? { ok: true, value: span } : { ok: false, error: outside((spans[0]?.start ?? 0) - DAY_MS) }
  }
  const late = fiscal.firstMonth - 1
  const start = addUnits(truncateTo(addUnits(truncateTo(wallMs, 'month'), -late, 'month'), UNITS[unit]), late, 'month')
  return {
    ok: true,
    value: { start: addUnits(start, -back, UNITS[unit]), end: addUnits(start, 1 - back, UNITS[unit]) },
  }
}

const RANGE = /^(previous|this) fiscal (year|quarter|period)( to date)?$/i

/**
 * The range of `previous fiscal year`, `this fiscal quarter` or `this fiscal year to date` (which includes today).
 * Start inclusive, end exclusive. undefined if the text is not a fiscal range.
 */
export function fiscalRange(
  text: string,
  now: number,
  calendar: Calendar,
): Result<{ since: number; until: number }, string> | undefined {
  const [, which = '', unit = '', toDate] = RANGE.exec(text.trim()) ?? []
  if (!unit) return undefined
  const today = startOfDay(now)
  const isPrevious = which.toLowerCase() === 'previous'
  const span = fiscalSpan(today, unit.toLowerCase() as FiscalUnit, isPrevious ? 1 : 0, calendar)
  if (!span.ok) return span
  const { start, end } = span.value
  return { ok: true, value: { since: start, until: toDate && !isPrevious ? Math.min(today + DAY_MS, end) : end } }
}

/** A part of an earlier fiscal year, and the distance to the part that it is compared with. Wall-clock milliseconds. */
export interface FiscalShift {
  since: number
  until: number
  shiftMs: number
}

const SHIFT = /^\s*(\d{1,3}) fiscal years? ago\s*$/i

/** The number of years in a text like `1 fiscal year ago`; undefined for other texts. */
export function fiscalYearsAgo(text: string): number | undefined {
  const years = Number(SHIFT.exec(text)?.[1] ?? 0)
  return years > 0 ? years : undefined
}

/**
 * For each period of a table that overlaps a range, the period with the same number `years` earlier. If the two differ
 * in length, the end of the longer one is cut off. The error is a sentence.
 */
export function fiscalShifts(
  periods: readonly FiscalPeriod[],
  years: number,
  since: number,
  until: number,
): Result<FiscalShift[], string> {
  const shifts: FiscalShift[] = []
  let covered = since
  for (const { year, period, start, end } of periods) {
    if (end <= since || start >= until) continue
    if (start > covered) break
    covered = end
    const before = periods.find((other) => other.year === year - years && other.period === period)
    // a 53rd week has no counterpart
    if (!before && !periods.some((other) => other.year === year - years)) {
      return { ok: false, error: `The fiscal calendar has no year ${year - years}, with which ${year} is compared.` }
    }
    if (!before) continue
    const shiftMs = start - before.start
    const from = Math.max(start, since) - shiftMs
    const to = Math.min(Math.min(end, until) - shiftMs, before.end)
    if (to > from) shifts.push({ since: from, until: to, shiftMs })
  }
  if (covered < until) return { ok: false, error: outside(Math.max(covered, since)) }
  return { ok: true, value: shifts }
}
