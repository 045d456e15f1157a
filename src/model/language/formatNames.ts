import { languageTag } from './languages.ts'

/** What a d3 number format writes between digits and around amounts. */
export interface NumberNames {
  decimal: string
  thousands: string
  grouping: number[]
  currency: [string, string]
  percent: string
  minus: string
}

/** The names that a d3 time format writes, and what it writes for `%c`, `%x` and `%X`. */
export interface TimeNames {
  dateTime: string
  date: string
  time: string
  periods: [string, string]
  days: Seven
  shortDays: Seven
  months: Twelve
  shortMonths: Twelve
}
type Seven = [string, string, string, string, string, string, string]
type Twelve = [...Seven, string, string, string, string, string]

/** Days and months as a language names them on their own: on an axis, without a day next to them. */
export function timeNames(code: string): TimeNames {
  const names = (options: Intl.DateTimeFormatOptions, count: number, timeOf: (at: number) => number) => {
    const format = new Intl.DateTimeFormat(languageTag(code), { ...options, timeZone: 'UTC' })
    return Array.from({ length: count }, (_name, at) => format.format(timeOf(at)))
  }
  // 7 January 2001 was a Sunday
  const days = (weekday: 'long' | 'short') => names({ weekday }, 7, (at) => Date.UTC(2001, 0, 7 + at)) as Seven
  const months = (month: 'long' | 'short') => names({ month }, 12, (at) => Date.UTC(2001, at)) as Twelve
  return {
    dateTime: '%x, %X',
    date: '%-m/%-d/%Y',
    time: '%-I:%M:%S %p',
    periods: ['AM', 'PM'],
    days: days('long'),
    shortDays: days('short'),
    months: months('long'),
    shortMonths: months('short'),
  }
}
