import type { Result } from './result.ts'
import { CALENDAR_UNITS, type CalendarUnit } from './wallClock.ts'

/** A step of the calendar; backwards where `count` is negative. */
export interface TimeDelta {
  count: number
  unit: CalendarUnit
}

const PATTERN = new RegExp(`^\\s*(\\d+)\\s+(${CALENDAR_UNITS.join('|')})s?\\s+(ago|later)\\s*$`, 'i')

/** `1 year ago`, `4 weeks later`. The error is a sentence for people. */
export function parseTimeDelta(text: string): Result<TimeDelta, string> {
  const match = PATTERN.exec(text)
  if (!match) {
    return { ok: false, error: `Time delta is ambiguous. Please specify [${text} ago] or [${text} later].` }
  }
  const sign = match[3]?.toLowerCase() === 'ago' ? -1 : 1
  // + 0: no negative zero
  return { ok: true, value: { count: sign * Number(match[1]) + 0, unit: match[2]?.toLowerCase() as CalendarUnit } }
}
