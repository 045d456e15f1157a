/** Days and months as text, independent of time zone and clock. A day is YYYY-MM-DD, a month YYYY-MM. */

const dayMs = 86_400_000

const textOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const monthOf = (day: string) => day.slice(0, 7)

export const addDays = (day: string, days: number): string => textOf(timeOf(day) + days * dayMs)

/** The month this many months later. */
export function addMonths(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const date = new Date(0)
  // not Date.UTC: it maps the years 0 to 99 to the 20th century
  date.setUTCFullYear(year, number - 1 + months, 1)
  return textOf(date.getTime()).slice(0, 7)
}

/** The same month in another year, or another month of the same year. */
export function monthIn(month: string, change: { year?: number; month?: number }): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const two = String(change.month ?? number).padStart(2, '0')
  return `${String(change.year ?? year).padStart(4, '0')}-${two}`
}

/** The same day of another month, or its last day if it is shorter. */
export function dayInMonth(day: string, month: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const wished = `${month}-${day.slice(8)}`
  return wished > last ? last : wished
}

/**
 * Languages whose calendars begin with Sunday for most of their speakers. In English, weeks begin on Monday, as in time
 * grains.
 */
const sundayFirst = new Set(['ja', 'ko', 'pt-BR'])

/** The first day of the week in a language: 1 is Monday, 7 Sunday. */
export const firstWeekday = (language: string): 1 | 7 => (sundayFirst.has(language) ? 7 : 1)

/** The weeks of a month, each from the first weekday (1 is Monday); undefined for days of adjacent months. */
export function weeksOf(month: string, firstDay: number): (string | undefined)[][] {
  const first = `${month}-01`
  const lead = (new Date(timeOf(first)).getUTCDay() - firstDay + 7) % 7
  const weeks: (string | undefined)[][] = []
  for (let start = addDays(first, -lead); start < `${addMonths(month, 1)}-01`; start = addDays(start, 7)) {
    const week = Array.from({ length: 7 }, (_day, index) => addDays(start, index))
    weeks.push(week.map((day) => (monthOf(day) === month ? day : undefined)))
  }
  return weeks
}

/** Length of a range in whole days, or in hours if it is not a whole number of days; undefined if it is unbounded. */
export function lengthOf(since: string | null, until: string | null): { days: number } | { hours: number } | undefined {
  if (!since || !until) return undefined
  const hours = (Date.parse(`${until.slice(0, 19)}Z`) - Date.parse(`${since.slice(0, 19)}Z`)) / 3_600_000
  if (!Number.isFinite(hours) || hours <= 0) return undefined
  return hours % 24 === 0 ? { days: hours / 24 } : { hours: Math.round(hours) }
}
