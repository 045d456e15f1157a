import { AppError } from '../../../model/errors/errors.ts'
import { resolveTimeRange } from '../../../model/time/timeRange.ts'
import { addUnits } from '../../../model/time/wallClock.ts'
import { type Form, textOr } from './legacyForm.ts'

/** The part of a query that only calendars of the legacy endpoint have. */

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]

const squares = new Map<unknown, string>([
  ['min', 'PT1M'],
  ['hour', 'PT1H'],
  ['day', 'P1D'],
  ['week', 'P1W'],
  ['month', 'P1M'],
  ['year', 'P1Y'],
])

/** Time grain of the smallest squares. */
export const squareGrain = (form: Form): string => squares.get(form.subdomain_granularity) ?? 'PT1M'

/** The span of a calendar: the number of large squares between its start and end. */
export function calendarSettings(form: Form, now: number): Record<string, unknown> {
  const range = resolveTimeRange(textOr(form.time_range) ?? '', { now })
  if (!range.ok) throw new AppError('GENERIC_COMMAND_ERROR', 400, range.error)
  const { since, until } = range.value
  if (since === null || until === null) {
    throw new AppError('GENERIC_COMMAND_ERROR', 400, 'Please provide both time bounds (Since and Until)')
  }
  const domain = textOr(form.domain_granularity)
  return {
    start: since,
    domain,
    subdomain: textOr(form.subdomain_granularity),
    range: spanOf(domain, since, until) + 1,
  }
}

function spanOf(domain: string | null, since: number, until: number): number {
  const [start, end] = [new Date(since), new Date(until)]
  const years = end.getUTCFullYear() - start.getUTCFullYear()
  let months = years * 12 + end.getUTCMonth() - start.getUTCMonth()
  if (addUnits(since, months, 'month') > until) months -= 1
  switch (domain) {
    case 'year':
      return years
    case 'month':
      return months
    case 'week': {
      const daysLeft = Math.floor((until - addUnits(since, months, 'month')) / DAY_MS)
      return Math.floor(months / 12) * 53 + Math.floor(daysLeft / 7)
    }
    case 'day':
      return Math.floor((until - since) / DAY_MS)
    default:
      return Math.floor((until - since) / HOUR_MS)
  }
}
