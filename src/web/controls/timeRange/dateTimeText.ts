import { monthNames } from '../../../model/language/formatNames.ts'

/** Words between the parts of a date: Spanish, Portuguese, Russian. */
const fillers = new Set(['', 'de', 'г'])

/** Names of months as they occur in a date: in Slavic languages, the grammatical case differs. */
function inDates(language: string, month: 'long' | 'short'): string[] {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_name, at) => {
    const parts = format.formatToParts(Date.UTC(2001, at))
    return parts.find(({ type }) => type === 'month')?.value ?? ''
  })
}

/** Year, month and day of a date in the usual order of a language. */
function readDate(text: string, language: string): [number, number, number] | undefined {
  const styles = ['long', 'short'] as const
  const lists = [monthNames, inDates].flatMap((namesOf) => styles.map((style) => namesOf(language, style)))
  const numbers: number[] = []
  let named: number | undefined
  let yearAt: number | undefined
  for (const word of text.toLowerCase().split(/[\s,./年月日년월일-]+/)) {
    if (/^\d{1,2}$|^\d{4}$/.test(word)) {
      if (word.length === 4) yearAt = numbers.length
      numbers.push(Number(word))
    } else if (!fillers.has(word)) {
      const isWord = (name: string) => name.toLowerCase().replace('.', '') === word
      const found = lists.map((names) => names.findIndex(isWord)).find((at) => at >= 0)
      if (found === undefined || named !== undefined) return undefined
      named = found + 1
    }
  }
  const [first = 0, second = 0, third = 0] = numbers
  if (named !== undefined && numbers.length === 2) {
    if (yearAt === undefined) return undefined
    return yearAt === 0 ? [first, named, second] : [second, named, first]
  }
  if (named !== undefined || numbers.length !== 3) return undefined
  if (yearAt === 0) return [first, second, third]
  if (yearAt !== 2) return undefined
  return dayComesFirst(language) ? [third, second, first] : [third, first, second]
}

function dayComesFirst(language: string): boolean {
  const parts = new Intl.DateTimeFormat(language, { dateStyle: 'short' }).formatToParts(0).map(({ type }) => type)
  return parts.indexOf('day') < parts.indexOf('month')
}

/** A time at the end of a text: `14:30`, `2:30 PM`. */
const timeOfDay = /[ ,T]+(\d{1,2}):(\d\d)(?::(\d\d))?(?: ?([AP])M)?$/i

/**
 * Converts a typed date and time to the grammar; undefined if it is not a valid time. The year is first, or last with
 * day and month in the order of the language: `2024-12-31`, `31.12.2024 14:30`, `12/31/2024 2:30 PM`, `31 Dec 2024`.
 */
export function readDateTime(text: string, language = 'en'): string | undefined {
  const [end = '', hours = '0', minutes = '0', seconds = '0', half] = timeOfDay.exec(text.trim()) ?? []
  const date = readDate(text.trim().slice(0, text.trim().length - end.length), language)
  if (!date) return undefined
  const [year, month, day] = date
  const [hour12, minute, second] = [hours, minutes, seconds].map(Number) as [number, number, number]
  if (half && (hour12 < 1 || hour12 > 12)) return undefined
  const hour = half ? (hour12 % 12) + (half.toUpperCase() === 'P' ? 12 : 0) : hour12
  if (hour > 23 || minute > 59 || second > 59 || year === 0) return undefined
  const time = new Date(0)
  time.setUTCFullYear(year, month - 1, day)
  if (time.getUTCMonth() !== month - 1 || time.getUTCDate() !== day) return undefined
  time.setUTCHours(hour, minute, second)
  return time.toISOString().slice(0, 19)
}

/** The typed format: `2001-07-01 00:00:00`. */
export const writeDateTime = (datetime: string) => datetime.replace('T', ' ')
