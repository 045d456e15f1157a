import { trueMinus } from '../shared/trueMinus.ts'

/** Maximum number of decimal places. */
const mostDigits = 20

/**
 * A result with `precision` decimal places; `unknown` is the text for a missing result. A p-value is never shown as
 * zero.
 */
export function writeTestValue(
  value: number | null,
  precision: number,
  unknown: string,
  isProbability = false,
): string {
  if (value === null) return unknown
  const digits = Math.max(0, Math.min(mostDigits, Math.trunc(precision)))
  const least = 10 ** -digits
  return isProbability && value < least ? `<${least.toFixed(digits)}` : trueMinus(value.toFixed(digits))
}
