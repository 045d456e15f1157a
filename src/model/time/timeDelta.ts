import type { Result } from '../basics/result.ts'
import { CALENDAR_UNITS, type CalendarUnit } from './wallClock.ts'

/** A calendar step; backwards if `count` is negative. */
export interface TimeDelta {
  count: number
  unit: CalendarUnit
}

const PATTERN = new RegExp(`^(?:([+-])\\s*)?(\\d+)\\s+(${CALENDAR_UNITS.join('|')})s?(?:\\s+(ago|later))?$`, 'i')

/** `1 week`, `-1 week`, `1 week ago`: forward if the text has no direction. undefined if it is not a period. */
export function parsePeriod(text: string): TimeDelta | undefined {
  const [, sign, count, unit, direction] = PATTERN.exec(text.trim()) ?? []
  if (!unit) return undefined
  const isBack = (sign === '-') !== (direction?.toLowerCase() === 'ago')
  // + 0: no negative zero
  return { count: (isBack ? -1 : 1) * Number(count) + 0, unit: unit.toLowerCase() as CalendarUnit }
}

/** `1 year ago`, `4 weeks later`: the direction is required. The error is a message for users. */
export function parseTimeDelta(text: string): Result<TimeDelta, string> {
  const delta = /^\s*\d.*\s(ago|later)\s*$/i.test(text) ? parsePeriod(text) : undefined
  return delta
    ? { ok: true, value: delta }
    : { ok: false, error: `Time delta is ambiguous. Please specify [${text} ago] or [${text} later].` }
}
