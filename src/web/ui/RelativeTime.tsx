import { useIntl } from 'react-intl'
import { useNow } from './useNow.ts'

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** Seconds from now (negative is past) -> the largest suitable unit, as "2 hours ago", "yesterday", "now". */
export function relativeUnit(seconds: number): { value: number; unit: Intl.RelativeTimeFormatUnit } {
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return { value: Math.trunc(seconds / size), unit }
  }
  return { value: 0, unit: 'second' }
}

/** A relative time, with the exact time in the title. Text without a time zone is UTC, as the server sends it. */
export function RelativeTime({ time }: { time: string | number | Date }) {
  const intl = useIntl()
  const now = useNow()
  const date = typeof time === 'string' ? parseUtc(time) : new Date(time)
  const { value, unit } = relativeUnit((date.getTime() - now) / 1000)
  return (
    <time dateTime={date.toISOString()} title={intl.formatDate(date, { dateStyle: 'medium', timeStyle: 'short' })}>
      {intl.formatRelativeTime(value, unit, { numeric: 'auto' })}
    </time>
  )
}

/** Parses a time such as `2024-01-02T03:04:05.678900`, which is UTC unless it has an offset such as `+0000`. */
export function parseUtc(text: string): Date {
  return new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : `${text}Z`)
}
