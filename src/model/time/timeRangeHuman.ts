import type { Result } from '../basics/result.ts'
import { addUnits, type CalendarUnit, DAY_MS, lastDayOf, startOfDay, truncateTo, wallOf } from './wallClock.ts'

/** Parses dates as written in English. `now` and results are wall-clock milliseconds. */

type Parser = (text: string, now: number) => number | null | undefined

const MONTH_NAMES = 'january february march april may june july august september october november december'.split(' ')
const DAY_NAMES = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
const COUNTS: Record<string, number> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, at) => [word, at]),
)
const UNIT = '(second|minute|hour|day|week|month|quarter|year)s?'
/** `Monday, ` before a date has no effect. */
const NAMED_DAY = /^(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?,? (?=.*\d{4})/
const BARE_COUNT = new RegExp(`^\\d+\\s+${UNIT}$`, 'i')

/**
 * One point in time. A missing month or day is 1, a missing year is the current one, a missing time of day is midnight,
 * except for offsets from now in hours or smaller units, or with "from now".
 */
export function parseHumanDate(text: string, now: number): Result<number, string> {
  if (BARE_COUNT.test(text)) {
    const message = `Time string is ambiguous. Please specify [${text} ago] or [${text} later].`
    return { ok: false, error: message }
  }
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(NAMED_DAY, '')
    .replace(/ ?\b(?:utc|gmt)$/, 'z')
  for (const parse of [
    isoDate,
    numericDate,
    namedMonth,
    relativeDay,
    counted,
    nextOrLast,
    weekday,
    boundary,
    clockTime,
  ]) {
    const wallMs = parse(plain, now)
    if (wallMs === null) break
    if (wallMs !== undefined) return { ok: true, value: wallMs }
  }
  return { ok: false, error: `Cannot parse time string [${text}]` }
}

const ISO =
  /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?:[t ](\d{1,2}):(\d{2})(?::(\d{2})([.,]\d+)?)?)?(z|[+-]\d{2}:?\d{2})?$/

const DAY_AND_HALF = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[t ](\d{1,2}(?::\d{2}){0,2} ?[ap]m)|t(\d{1,2}))$/

/** `2021-06-15 9:05 pm` and `2021-06-15T13`. */
function dayAndHour(text: string): number | null | undefined {
  const [, year, month, day, clock, hour] = DAY_AND_HALF.exec(text) ?? []
  if (day === undefined) return undefined
  const start = wallOf(Number(year), Number(month), Number(day))
  return start === null ? null : withClock(start, clock ?? `${hour}:00`)
}

const isoDate: Parser = (text, now) => {
  const match = ISO.exec(text)
  if (!match) {
    const compact = compactDate(text)
    return compact === undefined ? dayAndHour(text) : compact
  }
  const [, year, month = '1', day = '1', hour = '0', minute = '0', second = '0', fraction = '', zone = ''] = match
  const wallMs = wallOf(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second))
  if (wallMs !== null) return wallMs + Math.round(Number(fraction.replace(',', '.') || 0) * 1e6) / 1000 - zoneMs(zone)
  // a date with an impossible time: the first four digits are read as a time of day, as in the contract
  const isClock = match[4] !== undefined && Number(text.slice(0, 2)) < 24 && Number(text.slice(2, 4)) < 60
  const clock = (Number(text.slice(0, 2)) * 60 + Number(text.slice(2, 4))) * 60_000
  return isClock ? startOfDay(now) + clock : null
}

/** Offset of a time zone in milliseconds, which is subtracted so that the result is UTC. 0 if there is no zone. */
function zoneMs(zone: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone)
  if (!match) return 0
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * 60_000
}

const compactDate = (text: string): number | null | undefined => {
  const match = /^(\d{4})(\d{2})(\d{2})(?:t(\d{2})(\d{2})(\d{2})?)?$/.exec(text)
  if (!match) return undefined
  const [year, month, day, hour = 0, minute = 0, second = 0] = match.slice(1).map((part) => Number(part ?? 0))
  return wallOf(year ?? 0, month ?? 0, day ?? 0, hour, minute, second)
}

/** Month first, unless it is not a valid month; also `3/2021` and `3/14`. */
const numericDate: Parser = (text, now) => {
  const ofMonth = /^(\d{1,2})[/.-](\d{4})$/.exec(text)
  if (ofMonth) return wallOf(Number(ofMonth[2]), Number(ofMonth[1]), 1)
  const match = /^(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/.exec(text)
  if (!match) return undefined
  const [first, second] = [Number(match[1]), Number(match[3])]
  const year = yearOf(match[4], now)
  return first > 12 ? wallOf(year, second, first) : wallOf(year, first, second)
}

/** Two digits mean the year with these last digits that is nearest to now. */
function yearOf(text: string | undefined, now: number): number {
  const present = new Date(now).getUTCFullYear()
  if (text?.length !== 2) return Number(text ?? present)
  const year = present - (present % 100) + Number(text)
  return year >= present + 50 ? year - 100 : year < present - 50 ? year + 100 : year
}

const NAMED =
  /^(?:(\d{1,2})(?:st|nd|rd|th)?(?: of)? )?([a-z]{3,9})\.?(?: (\d{1,2})(?:st|nd|rd|th)?)?,?(?: (\d{4}))?(?: (.+))?$/
const YEAR_FIRST = /^(\d{4}) ([a-z]{3,9})(?: (\d{1,2}))?$/

/** `5 March 2021`, `March 5, 2021 10:30`, `Mar-2021`, `2021 March`. */
const namedMonth: Parser = (text, now) => {
  const match = NAMED.exec(text.replaceAll('-', ' ').replace(YEAR_FIRST, '$2 $3 $1').replace('  ', ' '))
  const name = match?.[2] ?? ''
  const month = name.length < 3 ? 0 : MONTH_NAMES.findIndex((each) => each.startsWith(name)) + 1
  if (!match || !month) return undefined
  const year = Number(match[4] ?? new Date(now).getUTCFullYear())
  const day = wallOf(year, month, Number(match[1] ?? match[3] ?? 1))
  return day === null ? null : withClock(day, match[5])
}

/** The day with the time of day in `text`; midnight if there is none, null if `text` is not a time of day. */
function withClock(day: number, text: string | undefined): number | null {
  if (!text) return day
  const word = text.replace(/^at /, '')
  if (word === 'noon') return day + DAY_MS / 2
  const match = /^(\d{1,2})(?::(\d{2}))?(?::(\d{2}))? ?(am|pm)?$/.exec(word)
  if (!match || (match[2] === undefined && match[4] === undefined)) return null
  const half = match[4] === 'pm' ? 12 : 0
  const hour = match[4] ? (Number(match[1]) % 12) + half : Number(match[1])
  const seconds = (hour * 60 + Number(match[2] ?? 0)) * 60 + Number(match[3] ?? 0)
  return hour < 24 && seconds < 86_400 ? day + seconds * 1000 : null
}

const DAYS: Record<string, number> = {
  'day before yesterday': -2,
  yesterday: -1,
  today: 0,
  tomorrow: 1,
  'day after tomorrow': 2,
}

const relativeDay: Parser = (text, now) => {
  if (text === 'now') return now
  if (text === 'noon') return startOfDay(now) + DAY_MS / 2
  if (text === 'midnight') return startOfDay(now)
  const match = /^(day before yesterday|yesterday|today|tomorrow|day after tomorrow)(?: (.+))?$/.exec(text)
  return match ? withClock(startOfDay(now) + (DAYS[match[1] ?? ''] ?? 0) * DAY_MS, match[2]) : undefined
}

const COUNTED = new RegExp(`^(in )?(\\d+|an?|[a-z]+) ${UNIT}(?: (ago|later|(?:from|after|before) (?:now|today)))?$`)

/**
 * `7 days ago`, `2 weeks later`, `36 hours from now`, `3 weeks before today`, `in 5 days`. Quarters are not supported,
 * as in the contract.
 */
const counted: Parser = (text, now) => {
  const match = COUNTED.exec(text)
  const [, isIn, amount = '', unit = '', direction] = match ?? []
  const count = /^\d+$/.test(amount) ? Number(amount) : /^an?$/.test(amount) ? 1 : COUNTS[amount]
  if (!match || count === undefined || (!isIn && !direction)) return undefined
  if (unit === 'quarter') return null
  const isShort = /^(hour|minute|second)$/.test(unit)
  // in the contract, hours before or after `today` count from noon; they are not supported here
  if (isShort && direction?.endsWith('today')) return null
  const isBack = direction === 'ago' || direction?.startsWith('before')
  const wallMs = addUnits(now, isBack ? -count : count, unit as CalendarUnit)
  const keepsClock = isShort || direction?.endsWith('now')
  return keepsClock ? wallMs : startOfDay(wallMs)
}

/**
 * `last week` is the same weekday, a week ago; `last month` and `last year` are the first day of it, `next hour` is the
 * full hour.
 */
const nextOrLast: Parser = (text, now) => {
  const match = /^(last|next) (hour|day|week|month|year)s?$/.exec(text)
  if (!match) return undefined
  const unit = match[2] as CalendarUnit
  const count = match[1] === 'last' ? -1 : 1
  if (unit === 'hour') return addUnits(truncateTo(now, unit), count, unit)
  const day = addUnits(startOfDay(now), count, unit)
  return unit === 'month' || unit === 'year' ? truncateTo(day, unit) : day
}

const weekday: Parser = (text, now) => {
  const match = /^(?:(last|next|this) )?([a-z]+)$/.exec(text)
  const day = DAY_NAMES.indexOf(match?.[2] ?? '')
  if (!match || day < 0) return undefined
  const today = startOfDay(now)
  const ahead = (day - new Date(today).getUTCDay() + 7) % 7
  if (match[1] === 'last') return today + (ahead === 0 ? -7 : ahead - 7) * DAY_MS
  if (!match[1]) return today + ahead * DAY_MS
  // `this`: the day in this week, which begins on Monday; `next`: in the following week
  const inWeek = truncateTo(today, 'week') + ((day + 6) % 7) * DAY_MS
  return match[1] === 'next' ? inWeek + 7 * DAY_MS : inWeek
}

const boundary: Parser = (text, now) => {
  const short = { eod: 'end of day', eom: 'end of month', eoy: 'end of year' }[text] ?? text
  const match = /^(start|beginning|end) of (?:this |the )?(day|week|month|year)$/.exec(short)
  if (!match) return undefined
  const unit = match[2] as 'day' | 'week' | 'month' | 'year'
  if (match[1] !== 'end') return truncateTo(now, unit)
  return unit === 'day' ? startOfDay(now) + DAY_MS : lastDayOf(now, unit)
}

const clockTime: Parser = (text, now) => {
  const wallMs = withClock(startOfDay(now), text)
  return wallMs ?? undefined
}
