import { timeFormat, timeFormatDefaultLocale, utcFormat } from 'd3-time-format'
import { written } from '../../../model/language/written.ts'
import { grainOf } from './grain.ts'

export type TimeFormat = (time: number | Date | null | undefined) => string

/** Formats by the smallest unit of a time that is not zero: ms, second, minute, hour, day, week start, month, year. */
const SMART: Record<string, [string, string, string, string, string, string, string, string]> = {
  smart_date: ['.%Lms', ':%Ss', '%I:%M', '%I %p', '%a %d', '%b %d', '%B', '%Y'],
  smart_date_verbose: [
    '.%L',
    '%a %b %d, %I:%M:%S %p',
    '%a %b %d, %I:%M %p',
    '%a %b %d, %I %p',
    '%a %b %-e',
    '%a %b %-e',
    '%b %Y',
    '%Y',
  ],
  smart_date_detailed: [
    '%Y-%m-%d %H:%M:%S.%L',
    '%Y-%m-%d %H:%M:%S',
    '%Y-%m-%d %H:%M',
    '%Y-%m-%d %H:%M',
    '%Y-%m-%d',
    '%Y-%m-%d',
    '%Y-%m-%d',
    '%Y',
  ],
}
const LOCAL = 'local!'

export const isSmart = (format: string): boolean => Object.hasOwn(SMART, format)

/** The formatter of a saved format: a smart one or a d3 time format; UTC, or the user's time zone after `local!`. */
export function plainTimeFormatter(format: string): TimeFormat {
  const { madeTimes, times } = written
  const known = madeTimes.get(format)
  if (known) return known
  if (times) timeFormatDefaultLocale(times)
  const isLocal = format.startsWith(LOCAL)
  const text = (isLocal ? format.slice(LOCAL.length) : format) || 'smart_date'
  const make = isLocal ? timeFormat : utcFormat
  const write = isSmart(text)
    ? smart(
        (SMART[text] as string[]).map((each) => make(inOrder(each))),
        isLocal,
      )
    : make(text)
  const formatter = guarded(write)
  madeTimes.set(format, formatter)
  return formatter
}

/**
 * A bucket of a grain in that grain's own format (`Mar 2021`, `2021 Q1`), or in `format`; with its end if the format is
 * that precise.
 */
export function grainFormatter(grain: string, format?: string): TimeFormat {
  const known = grainOf(grain)
  const write = plainTimeFormatter(format ?? (known ? inOrder(known.format) : 'smart_date'))
  if (!known) return write
  return guarded((date) => {
    const [start, end] = known.range(date.getTime()).map(write) as [string, string]
    return start === end ? start : `${start} — ${end}`
  })
}

/** A default format (not one that a chart selected) with the order of parts in the reader's language. */
const inOrder = (format: string): string => written.times?.ordered?.[format] ?? format

function smart(formats: ((date: Date) => string)[], isLocal: boolean): (date: Date) => string {
  return (date) => (formats[finestPart(date, isLocal)] as (date: Date) => string)(date)
}

function finestPart(date: Date, isLocal: boolean): number {
  if (isLocal ? date.getMilliseconds() : date.getUTCMilliseconds()) return 0
  if (isLocal ? date.getSeconds() : date.getUTCSeconds()) return 1
  if (isLocal ? date.getMinutes() : date.getUTCMinutes()) return 2
  if (isLocal ? date.getHours() : date.getUTCHours()) return 3
  if ((isLocal ? date.getDate() : date.getUTCDate()) !== 1) return (isLocal ? date.getDay() : date.getUTCDay()) ? 4 : 5
  return (isLocal ? date.getMonth() : date.getUTCMonth()) ? 6 : 7
}

function guarded(write: (date: Date) => string): TimeFormat {
  return (time) => (time === null || time === undefined ? String(time) : write(new Date(time)))
}
