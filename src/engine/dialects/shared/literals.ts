import { createHash } from 'node:crypto'
import { formatWall } from '../../../model/time/wallClock.ts'
import type { LiteralValue } from '../dialect.ts'
import { storedTime, type TimeValue } from './storedTime.ts'

/** How a database writes the values of each type. */
export interface LiteralForms {
  text: (value: string) => string
  /** null if a column of this type stores times in another form (`storedTime`). */
  time: (value: TimeValue) => string | null
  float: (value: number) => string
  /** Digits unchanged, unless the database would read this many digits as another number. */
  integer?: (digits: string) => string
  /** TRUE and FALSE, unless the database has no such literals. */
  truth?: (value: boolean) => string
}

/** The literals of a dialect: the form of each value is the same for all of them. */
export function literalsOf({ text, time, float, integer, truth = trueOrFalse }: LiteralForms) {
  const literal = (value: LiteralValue): string => {
    if (value === null) return 'NULL'
    if (typeof value === 'boolean') return truth(value)
    if ('text' in value) return text(value.text)
    if ('integer' in value) return integer?.(value.integer) ?? value.integer
    if ('float' in value) return float(value.float)
    return time(value) ?? literal(storedTime(value))
  }
  return literal
}

export const trueOrFalse = (value: boolean) => (value ? 'TRUE' : 'FALSE')
export const oneOrZero = (value: boolean) => (value ? '1' : '0')

/** Typed, so that a DATE column is compared as a timestamp and the bound is not truncated to its day. */
export const typedTimestamp = ({ wallMs, columnType }: TimeValue): string | null =>
  /^(timestamp|date)/i.test(columnType ?? '') ? `TIMESTAMP '${formatWall(wallMs, { microseconds: true })}'` : null

/** For databases without infinity: infinite values become the largest double. */
export const boundedFloat = (value: number) => Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE)

/**
 * Decimals with more digits lose the last one when an engine converts them to a double; with an exponent they are
 * doubles.
 */
const EXACT_DIGITS = 15

/**
 * A finite double in a form that an engine reads as the same double: short ones as decimals, the others with an
 * exponent.
 */
export function finiteFloat(value: number): string {
  const text = String(value)
  if (text.includes('e') || text.replace(/^-?0?\.?0*/, '').length > EXACT_DIGITS) return value.toExponential()
  return text.includes('.') ? text : `${text}.0`
}

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
