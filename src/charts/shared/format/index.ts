import { type CurrencyFormat, currencyFormatter } from './currency.ts'
import { type NumberFormat, plainNumberFormatter } from './number.ts'
import { grainFormatter, plainTimeFormatter, type TimeFormat } from './time.ts'

export type { CurrencyFormat, NumberFormat, TimeFormat }

/**
 * How a number is written: a d3 format, SMART_NUMBER (default), a duration or memory format, in a currency if one is
 * given. Never throws; a bad format is shown beside the value.
 */
export function numberFormatter(format?: string | null, currency?: CurrencyFormat | null): NumberFormat {
  return currency?.symbol ? currencyFormatter(format ?? '', currency) : plainNumberFormatter(format ?? '')
}

const SMART_DATES = new Set(['smart_date', 'smart_date_verbose', 'smart_date_detailed'])

/**
 * How a time (UTC) is written: a d3 time format or a smart one (default `smart_date`, as fine as the value). With a
 * grain, a smart format means the grain's own (`2021 Q1`), and buckets longer than the text shows read `start — end`.
 */
export function timeFormatter(format?: string | null, grain?: string | null): TimeFormat {
  if (!grain) return plainTimeFormatter(format ?? '')
  return grainFormatter(grain, format && !SMART_DATES.has(format) ? format : undefined)
}
