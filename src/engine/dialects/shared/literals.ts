import { createHash } from 'node:crypto'
import { formatWall } from '../../../model/time/wallClock.ts'
import type { LiteralValue } from '../dialect.ts'
import { storedTime, type TimeValue } from './storedTime.ts'

/** How a database writes the values of each type. */
export interface LiteralForms {
  text: (value: string) => string
  /** null where a column of this type holds times in some other form (`storedTime`). */
  time: (value: TimeValue) => string | null
  float: (value: number) => string
  /** Digits as they are, unless the database reads so many of them as another number. */
  integer?: (digits: string) => string
  /** TRUE and FALSE, unless the database has no such words. */
  truth?: (value: boolean) => string
}

/** The literals of a dialect: which form a value takes is the same for all of them. */
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

/** Typed, so that a DATE column is compared as a timestamp and not the bound cut to its day. */
export const typedTimestamp = ({ wallMs, columnType }: TimeValue): string | null =>
  /^(timestamp|date)/i.test(columnType ?? '') ? `TIMESTAMP '${formatWall(wallMs, { microseconds: true })}'` : null

/** Where there is no infinity, nothing lies beyond the largest double. */
export const boundedFloat = (value: number) => Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE)

/** Decimals of more digits lose their last one when an engine makes a double of them; with an exponent they are one. */
const EXACT_DIGITS = 15

/** A finite double that an engine reads back as the same double: short ones as decimals, the others with an exponent. */
export function finiteFloat(value: number): string {
  const text = String(value)
  if (text.includes('e') || text.replace(/^-?0?\.?0*/, '').length > EXACT_DIGITS) return value.toExponential()
  return text.includes('.') ? text : `${text}.0`
}

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
