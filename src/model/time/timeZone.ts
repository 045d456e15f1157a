import { DAY_MS, isInCalendar, wallClock } from './wallClock.ts'

export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

/**
 * The two time zones of a query. Bounds and results are clock times of `view`; times without a zone in the data are
 * clock times of `data`. IANA names.
 */
export interface QueryZone {
  view: string
  data: string
}

/**
 * The instant (UTC epoch milliseconds) of a clock time. For a time that occurs twice, the first occurrence is used. A
 * skipped time is moved forward by the length of the gap, so that a day without a midnight starts when the clock
 * changes.
 */
export function instantOf(wallMs: number, timeZone: string): number {
  if (timeZone === 'UTC') return wallMs
  const behind = (at: number) => wallClock(at, timeZone) - at
  // a zone changes its clock at most once within a day of any time
  const before = wallMs - behind(wallMs - DAY_MS)
  if (wallClock(before, timeZone) === wallMs) return before
  const after = wallMs - behind(wallMs + DAY_MS)
  return wallClock(after, timeZone) === wallMs ? after : before
}

/**
 * The clock time in `to` at the instant when clocks in `from` show `wallMs`. Times near the years 1 and 9999 are not
 * converted.
 */
export function convertWall(wallMs: number, from: string, to: string): number {
  const isFar = !isInCalendar(wallMs - 3 * DAY_MS) || !isInCalendar(wallMs + 3 * DAY_MS)
  return from === to || isFar ? wallMs : wallClock(instantOf(wallMs, from), to)
}

/** A day that does not have 24 hours. */
export interface OddDay {
  /** Midnight, clock time. */
  day: number
  /** 23 and 25 in most zones. */
  hours: number
  /** Clock time at which the skipped (on a short day) or repeated (on a long day) part starts. */
  from: number
  /** Length of the skipped or repeated part. */
  lengthMs: number
}

/** The days between two instants (UTC epoch milliseconds) on which clocks in a zone change. */
export function oddDays(timeZone: string, sinceMs: number, untilMs: number): OddDay[] {
  const shiftAt = (at: number) => wallClock(at, timeZone) - at
  const days: OddDay[] = []
  for (let at = sinceMs; at < untilMs; at += DAY_MS) {
    const [before, after] = [shiftAt(at), shiftAt(at + DAY_MS)]
    if (before === after) continue
    let [low, high] = [at, at + DAY_MS]
    while (high - low > 1000) {
      const middle = low + Math.floor((high - low) / 2000) * 1000
      if (shiftAt(middle) === before) low = middle
      else high = middle
    }
    const lengthMs = Math.abs(after - before)
    // the earlier of the two clock times at the change
    const from = high + Math.min(before, after)
    const day = Math.floor(from / DAY_MS) * DAY_MS
    days.push({ day, hours: 24 - (after - before) / 3_600_000, from, lengthMs })
  }
  return days
}
