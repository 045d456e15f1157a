import { trueMinus } from '../shared/trueMinus.ts'

/** Digits that numbers can be written with. */
const mostDigits = 20

/** A result with this many digits; `unknown` is the text of a missing one. A p-value is never zero. */
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
