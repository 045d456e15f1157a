/** Bucket rules of resampling: steps of fixed length, and calendar periods named by their first or last day. */
export type Rule =
  | { kind: 'tick'; stepMs: number }
  | {
      kind: 'calendar'
      /** whether buckets are named by their last day (and include it) or by their first */
      named: 'start' | 'end'
      /** midnight of the day that names the period of the given day, moved by `steps` periods */
      day: (epochMs: number, steps: number) => number
      every: number
    }

export const DAY_MS = 86_400_000

const TICKS: Record<string, number> = {
  L: 1,
  ms: 1,
  S: 1000,
  s: 1000,
  T: 60_000,
  min: 60_000,
  H: 3_600_000,
  h: 3_600_000,
  D: DAY_MS,
}
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const MONTH_PERIODS: Record<string, { months: number; named: 'start' | 'end' }> = {
  M: { months: 1, named: 'end' },
  ME: { months: 1, named: 'end' },
  MS: { months: 1, named: 'start' },
  Q: { months: 3, named: 'end' },
  QE: { months: 3, named: 'end' },
  QS: { months: 3, named: 'start' },
  A: { months: 12, named: 'end' },
  Y: { months: 12, named: 'end' },
  YE: { months: 12, named: 'end' },
  AS: { months: 12, named: 'start' },
  YS: { months: 12, named: 'start' },
}

export const midnight = (epochMs: number): number => Math.floor(epochMs / DAY_MS) * DAY_MS

/** `15T`, `1D`, `W-MON`, `1MS`, `2Q-NOV` …; undefined if the text is not a valid rule. */
export function parseRule(text: string): Rule | undefined {
  const match = /^(\d*)([A-Za-z]+)(?:-([A-Z]{3}))?$/.exec(text)
  if (!match) return undefined
  const every = match[1] === '' ? 1 : Number(match[1])
  const [, , unit = '', anchor] = match
  if (every < 1) return undefined
  if (Object.hasOwn(TICKS, unit)) return anchor ? undefined : { kind: 'tick', stepMs: every * (TICKS[unit] as number) }
  if (unit === 'W') {
    const weekday = WEEKDAYS.indexOf(anchor ?? 'SUN')
    return weekday < 0 ? undefined : { kind: 'calendar', named: 'end', day: weekEnd(weekday), every }
  }
  const period = Object.hasOwn(MONTH_PERIODS, unit) ? MONTH_PERIODS[unit] : undefined
  if (!period) return undefined
  const month = MONTHS.indexOf(anchor ?? (period.named === 'end' ? 'DEC' : 'JAN'))
  if (month < 0) return undefined
  // the first month of one period of this rule
  const start = period.named === 'end' ? month + 1 : month
  return { kind: 'calendar', named: period.named, day: monthDay(period.months, start, period.named), every }
}

function weekEnd(weekday: number): (epochMs: number, steps: number) => number {
  return (epochMs, steps) => {
    const day = midnight(epochMs)
    const ahead = (weekday - new Date(day).getUTCDay() + 7) % 7
    return day + (ahead + 7 * steps) * DAY_MS
  }
}

function monthDay(months: number, start: number, named: 'start' | 'end') {
  return (epochMs: number, steps: number): number => {
    const date = new Date(epochMs)
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
    const first = Math.floor((month - start) / months + steps) * months + start
    return named === 'start' ? monthStart(first) : monthStart(first + months) - DAY_MS
  }
}

/** Months are counted from the start of year 0. */
const monthStart = (month: number): number => Date.UTC(Math.floor(month / 12), ((month % 12) + 12) % 12, 1)
