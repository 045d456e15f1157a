import { type CurrencyFormat, currencyFormatter } from './currency.ts'
import { type NumberFormat, plainNumberFormatter } from './number.ts'
import { grainFormatter, isSmart, plainTimeFormatter, type TimeFormat } from './time.ts'

export type { CurrencyFormat, NumberFormat, TimeFormat }

/**
 * Formats a number: with a d3 format, SMART_NUMBER (default), a duration or memory format, and a currency if one is
 * set. Never throws; an invalid format is shown next to the value.
 */
export function numberFormatter(format?: string | null, currency?: CurrencyFormat | null): NumberFormat {
  return currency?.symbol ? currencyFormatter(format ?? '', currency) : plainNumberFormatter(format ?? '')
}

/**
 * Formats a time (UTC): with a d3 time format or a smart one (default `smart_date`, as precise as the value). With a
 * grain, a smart format uses the grain's own format (`2021 Q1`), and buckets longer than the text shows are written as
 * `start — end`.
 */
export function timeFormatter(format?: string | null, grain?: string | null): TimeFormat {
  if (!grain) return plainTimeFormatter(format ?? '')
  return grainFormatter(grain, format && !isSmart(format) ? format : undefined)
}
