/** The fields of a cron expression that the picker supports: only lists of values. An empty list means every value. */
export interface CronParts {
  period: CronPeriod
  minutes: number[]
  hours: number[]
  /** days of the month */
  days: number[]
  months: number[]
  /** 0 is Sunday */
  weekDays: number[]
}

export const CRON_PERIODS = ['year', 'month', 'week', 'day', 'hour', 'minute'] as const
export type CronPeriod = (typeof CRON_PERIODS)[number]

export type CronField = Exclude<keyof CronParts, 'period'>

/** The fields that a period shows, in the order of the sentence. */
export const fieldsOf: Record<CronPeriod, readonly CronField[]> = {
  year: ['months', 'days', 'hours', 'minutes'],
  month: ['days', 'hours', 'minutes'],
  week: ['weekDays', 'hours', 'minutes'],
  day: ['hours', 'minutes'],
  hour: ['minutes'],
  minute: [],
}

/** First and last value of each field. */
export const rangeOf: Record<CronField, [first: number, last: number]> = {
  minutes: [0, 59],
  hours: [0, 23],
  days: [1, 31],
  months: [1, 12],
  weekDays: [0, 6],
}

const ORDER: readonly CronField[] = ['minutes', 'hours', 'days', 'months', 'weekDays']

/** The parts of a text; undefined if the picker does not support it: steps, ranges, names. */
export function parseCron(text: string): CronParts | undefined {
  const words = text.trim().split(/\s+/)
  if (words.length !== ORDER.length) return undefined
  const parts: CronParts = { period: 'minute', minutes: [], hours: [], days: [], months: [], weekDays: [] }
  for (const [at, field] of ORDER.entries()) {
    const word = words[at] ?? ''
    if (word === '*') continue
    if (!/^\d{1,2}(,\d{1,2})*$/.test(word)) return undefined
    const [first, last] = rangeOf[field]
    const values = word.split(',').map(Number)
    if (values.some((value) => value < first || value > last)) return undefined
    parts[field] = values
  }
  return { ...parts, period: periodOf(parts) }
}

function periodOf({ months, days, weekDays, hours, minutes }: CronParts): CronPeriod {
  if (months.length > 0) return 'year'
  if (days.length > 0) return 'month'
  if (weekDays.length > 0) return 'week'
  if (hours.length > 0) return 'day'
  return minutes.length > 0 ? 'hour' : 'minute'
}

/** The text of the parts: only those that the period shows. */
export function formatCron(parts: CronParts): string {
  const shown = fieldsOf[parts.period]
  return ORDER.map((field) => {
    const values = shown.includes(field) ? parts[field] : []
    return values.length === 0 ? '*' : [...values].sort((a, b) => a - b).join(',')
  }).join(' ')
}

/**
 * The parts with another period. Fields that appear start at their first value: without values, the schedule would run
 * every minute, or a yearly one every month.
 */
export function withPeriod(parts: CronParts, period: CronPeriod): CronParts {
  const started = Object.fromEntries(
    fieldsOf[period].flatMap((field) => (parts[field].length === 0 ? [[field, [rangeOf[field][0]]]] : [])),
  )
  return { ...parts, ...started, period }
}
