import type { Result } from './result.ts'
import { DAY_MS, startOfDay } from './wallClock.ts'

/** Wall-clock milliseconds; null: open on that side. Start inclusive, end exclusive. */
export interface TimeRange {
  since: number | null
  until: number | null
}

export interface TimeRangeOptions {
  /** Wall-clock milliseconds. */
  now: number
  /** What `Last …` ends at and `Next …` starts from; `today` where left out. */
  relative?: { start?: string; end?: string }
  timeShift?: string
}

export function resolveTimeRange(
  text: string,
  { now, relative = {}, timeShift }: TimeRangeOptions,
): Result<TimeRange, string> {
  const anchor = (name: string | undefined) => (name === 'now' ? now : startOfDay(now))
  if (text === 'No filter') return { ok: true, value: { since: null, until: null } }
  const full = text.startsWith('Last') && !text.includes(' : ') ? `${text} : ${relative.end ?? 'today'}` : text
  if (!full.includes(' : ')) return { ok: true, value: { since: null, until: anchor(relative.end) } }
  const [from = '', to = ''] = full.split(' : ')
  const side = (part: string): number | null => {
    const word = part.trim().toLowerCase()
    if (!word) return null
    if (word === 'now') return now
    if (word === 'today') return startOfDay(now)
    const match = /^(?:last (\d+)?|(\d+) )\s*(day|week|month|quarter|year)s?( ago)?$/.exec(word)
    if (match) {
      const count = Number(match[1] ?? match[2] ?? 1)
      const date = new Date(anchor(relative.start))
      if (match[3] === 'day') return date.getTime() - count * DAY_MS
      if (match[3] === 'week') return date.getTime() - 7 * count * DAY_MS
      if (match[3] === 'year') return date.setUTCFullYear(date.getUTCFullYear() - count)
      return date.setUTCMonth(date.getUTCMonth() - count * (match[3] === 'quarter' ? 3 : 1))
    }
    return Date.parse(`${part.trim()}${/T/.test(part) ? 'Z' : ''}`)
  }
  const value = { since: side(from), until: side(to) }
  for (const [part, wall] of [
    [from, value.since],
    [to, value.until],
  ] as const) {
    if (Number.isNaN(wall)) return { ok: false, error: `Cannot parse time string [${part.trim()}]` }
  }
  if (value.since !== null && value.until !== null && value.since > value.until) {
    return { ok: false, error: 'From date cannot be larger than to date' }
  }
  const shift = timeShift ? resolveTimeShift(timeShift, now) : 0
  return {
    ok: true,
    value: {
      since: value.since === null ? null : value.since - shift,
      until: value.until === null ? null : value.until - shift,
    },
  }
}

export function resolveTimeShift(_text: string, _now: number): number {
  return 0
}
