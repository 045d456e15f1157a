/** Times in the format of the contract: UTC, without time zone, microseconds, without the fraction if it is zero. */

/** `2024-01-02T03:04:05.678000` */
export function isoTime(ms: number): string {
  const iso = new Date(ms).toISOString().slice(0, -1)
  return iso.endsWith('.000') ? iso.slice(0, -4) : `${iso}000`
}

export const maybeIsoTime = (ms: number | null) => (ms === null ? null : isoTime(ms))

/** `2024-01-02T03:04:05.678000+0000` */
export const utcTime = (ms: number) => `${new Date(ms).toISOString().slice(0, -1)}000+0000`

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const MONTH_DAYS = 30.5
const YEAR_DAYS = 365

const count = (amount: number, unit: string) => (amount === 1 ? `1 ${unit}` : `${amount} ${unit}s`)

/** Relative time in words: `now`, `5 minutes ago`, `a day ago`, `1 year, 2 months ago`. */
export function elapsed(ms: number, now: number): string {
  const since = Math.max(0, now - ms)
  if (since < SECOND_MS) return 'now'
  return `${span(since)} ago`
}

function span(since: number): string {
  if (since < MINUTE_MS) return some(Math.floor(since / SECOND_MS), 'a second', 'second')
  if (since < HOUR_MS) return some(Math.floor(since / MINUTE_MS), 'a minute', 'minute')
  if (since < DAY_MS) return some(Math.floor(since / HOUR_MS), 'an hour', 'hour')
  const days = Math.floor(since / DAY_MS)
  const months = Math.floor((days % YEAR_DAYS) / MONTH_DAYS)
  const years = Math.floor(days / YEAR_DAYS)
  if (years === 0) return months === 0 ? some(days, 'a day', 'day') : some(months, 'a month', 'month')
  if (years > 1) return count(years, 'year')
  if (months > 0) return `1 year, ${count(months, 'month')}`
  const rest = days % YEAR_DAYS
  return rest === 0 ? 'a year' : `1 year, ${count(rest, 'day')}`
}

const some = (amount: number, single: string, unit: string) => (amount === 1 ? single : `${amount} ${unit}s`)
