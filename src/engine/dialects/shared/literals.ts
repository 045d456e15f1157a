import { createHash } from 'node:crypto'

/** Decimals of more digits lose their last one when an engine makes a double of them; with an exponent they are one. */
const EXACT_DIGITS = 15

/** A finite double that an engine reads back as the same double: short ones as decimals, the others with an exponent. */
export function finiteFloat(value: number): string {
  const text = String(value)
  if (text.includes('e') || text.replace(/^-?0?\.?0*/, '').length > EXACT_DIGITS) return value.toExponential()
  return text.includes('.') ? text : `${text}.0`
}

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
