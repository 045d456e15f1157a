import { formatWall } from '../../../model/time/wallClock.ts'
import type { LiteralValue } from '../dialect.ts'

export type TimeValue = Extract<LiteralValue, { wallMs: number }>

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const padded = (value: number, digits = 2) => String(value).padStart(digits, '0')
const hour12 = (date: Date) => date.getUTCHours() % 12 || 12

/** The output of each letter of a strftime pattern. */
const LETTERS: Record<string, (date: Date, wallMs: number) => string> = {
  Y: (date) => padded(date.getUTCFullYear(), 4),
  y: (date) => padded(date.getUTCFullYear() % 100),
  m: (date) => padded(date.getUTCMonth() + 1),
  b: (date) => (MONTHS[date.getUTCMonth()] ?? '').slice(0, 3),
  B: (date) => MONTHS[date.getUTCMonth()] ?? '',
  d: (date) => padded(date.getUTCDate()),
  j: (date) =>
    padded((Date.parse(date.toISOString().slice(0, 10)) - Date.UTC(date.getUTCFullYear(), 0)) / 864e5 + 1, 3),
  H: (date) => padded(date.getUTCHours()),
  I: (date) => padded(hour12(date)),
  p: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  M: (date) => padded(date.getUTCMinutes()),
  S: (date) => padded(date.getUTCSeconds()),
  f: (_, wallMs) => formatWall(wallMs, { microseconds: true }).slice(-6),
  a: (date) => (DAYS[date.getUTCDay()] ?? '').slice(0, 3),
  A: (date) => DAYS[date.getUTCDay()] ?? '',
  T: (date) => date.toISOString().slice(11, 19),
  D: (date) => `${padded(date.getUTCMonth() + 1)}/${padded(date.getUTCDate())}/${padded(date.getUTCFullYear() % 100)}`,
  F: (date) => date.toISOString().slice(0, 10),
  R: (date) => date.toISOString().slice(11, 16),
  // times have no time zone here
  z: () => '',
  Z: () => '',
  '%': () => '%',
}

/** Formats a wall-clock time with a strftime pattern; unknown letters are copied. */
export function formatByPattern(wallMs: number, pattern: string): string {
  const date = new Date(Math.floor(wallMs))
  return pattern.replace(/%(.)/g, (whole, letter: string) => LETTERS[letter]?.(date, wallMs) ?? whole)
}

/**
 * How a time is stored in a column whose type has no time literal in the database: a number for epoch columns, text by
 * the dataset's pattern, else ISO text with microseconds.
 */
export function storedTime({ wallMs, format }: TimeValue): { integer: string } | { text: string } {
  if (format === 'epoch_s') return { integer: String(Math.floor(wallMs / 1000)) }
  if (format === 'epoch_ms') return { integer: String(Math.round(wallMs)) }
  return { text: format ? formatByPattern(wallMs, format) : formatWall(wallMs, { microseconds: true }) }
}
