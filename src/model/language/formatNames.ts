import { languageTag } from './languages.ts'

/** The signs that a d3 number format writes between digits and around amounts. */
export interface NumberNames {
  decimal: string
  thousands: string
  grouping: number[]
  currency: [string, string]
  percent: string
  minus: string
}

/** The names that a d3 time format writes, and the formats that replace `%c`, `%x` and `%X`. */
export interface TimeNames {
  dateTime: string
  date: string
  time: string
  periods: [string, string]
  days: Seven
  shortDays: Seven
  months: Twelve
  shortMonths: Twelve
  /** English format of a smart date or month -> the format with its parts in the order of the language. */
  ordered?: Record<string, string>
}
type Seven = [string, string, string, string, string, string, string]
type Twelve = [...Seven, string, string, string, string, string]

const names = (code: string, options: Intl.DateTimeFormatOptions, count: number, timeOf: (at: number) => number) => {
  const format = new Intl.DateTimeFormat(languageTag(code), { ...options, timeZone: 'UTC' })
  return Array.from({ length: count }, (_name, at) => format.format(timeOf(at)))
}

// 7 January 2001 was a Sunday
const dayNames = (code: string, weekday: 'long' | 'short') =>
  names(code, { weekday }, 7, (at) => Date.UTC(2001, 0, 7 + at)) as Seven

/** Months as a language names them on their own: on an axis, without a day next to them. */
export const monthNames = (code: string, month: 'long' | 'short') =>
  names(code, { month }, 12, (at) => Date.UTC(2001, at)) as Twelve

/** Days and months as a language names them on their own, and the order of its dates. */
export function timeNames(code: string): TimeNames {
  return {
    dateTime: '%x, %X',
    date: '%-m/%-d/%Y',
    time: '%-I:%M:%S %p',
    periods: ['AM', 'PM'],
    days: dayNames(code, 'long'),
    shortDays: dayNames(code, 'short'),
    months: monthNames(code, 'long'),
    shortMonths: monthNames(code, 'short'),
    ...(code === 'en' ? {} : { ordered: orderedFormats(languageTag(code)) }),
  }
}

const clock = { hour: '2-digit', minute: '2-digit' } as const
const day = { month: 'short', day: 'numeric' } as const
const weekday = { weekday: 'short' } as const

const parts: Record<string, Intl.DateTimeFormatOptions> = {
  '%I:%M': clock,
  '%I %p': clock,
  '%a %d': { ...weekday, day: 'numeric' },
  '%b %d': day,
  '%a %b %-e': { ...weekday, ...day },
  '%a %b %d, %I %p': { ...weekday, ...day, ...clock },
  '%a %b %d, %I:%M %p': { ...weekday, ...day, ...clock },
  '%a %b %d, %I:%M:%S %p': { ...weekday, ...day, ...clock, second: '2-digit' },
  '%b %Y': { month: 'short', year: 'numeric' },
}

/** d3 formats with the parts in the order, and with the words, of a language; clocks have 24 hours. */
function orderedFormats(tag: string): Record<string, string> {
  const all = Object.entries(parts).map(([english, options]) => {
    const format = new Intl.DateTimeFormat(tag, {
      ...options,
      timeZone: 'UTC',
      hourCycle: 'h23',
      numberingSystem: 'latn',
    })
    const own = format
      .formatToParts(Date.UTC(2001, 1, 3, 4, 5, 6))
      .map(directive)
      .join('')
    // a month before its year is written without the words that some languages add
    return [english, english === '%b %Y' && !own.startsWith('%Y') ? english : own]
  })
  return Object.fromEntries(all) as Record<string, string>
}

function directive({ type, value }: Intl.DateTimeFormatPart): string {
  if (type === 'month') return /^\d+$/.test(value) ? '%-m' : '%b'
  return directives[type] ?? value.replaceAll('%', '%%')
}

const directives: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {
  weekday: '%a',
  day: '%-d',
  year: '%Y',
  hour: '%H',
  minute: '%M',
  second: '%S',
}
