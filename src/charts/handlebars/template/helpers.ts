import { numberFormatter } from '../../shared/format/index.ts'
import { formatDate, timeOf } from './dateFormat.ts'
import { isFilled, textOf, type Values } from './values.ts'

/** An error message for the author of the template, thrown by a helper that cannot use its arguments. */
export class BadArgument extends Error {}

export type Helper = (args: unknown[], named: Values) => unknown

const number = (value: unknown): number => {
  const result = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
  if (Number.isNaN(result)) throw new BadArgument(`"${textOf(value).slice(0, 40)}" is not a number`)
  return result
}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/** The order of two values: as numbers if both are numbers, as text otherwise; NaN if one is missing. */
function compare(one: unknown, other: unknown): number {
  if (one === null || one === undefined || other === null || other === undefined) return Number.NaN
  const [a, b] = [Number(one), Number(other)]
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b
  const [text, otherText] = [textOf(one), textOf(other)]
  return text < otherText ? -1 : text > otherText ? 1 : 0
}

const isLike = (one: unknown, other: unknown) => one === other || textOf(one) === textOf(other)
const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.keys(value).length === 0 : !isFilled(value)

const conditions: Record<string, Helper> = {
  eq: ([one, other]) => one === other,
  neq: ([one, other]) => one !== other,
  eqw: ([one, other]) => isLike(one, other),
  neqw: ([one, other]) => !isLike(one, other),
  lt: ([one, other]) => compare(one, other) < 0,
  lte: ([one, other]) => compare(one, other) <= 0,
  gt: ([one, other]) => compare(one, other) > 0,
  gte: ([one, other]) => compare(one, other) >= 0,
  and: (args) => args.every(isFilled),
  or: (args) => args.some(isFilled),
  not: ([value]) => !isFilled(value),
  ifx: ([condition, yes, no]) => (isFilled(condition) ? yes : no),
  coalesce: (args) => args.find(isFilled),
  empty: ([value]) => isEmpty(value),
  notEmpty: ([value]) => !isEmpty(value),
  includes: ([list, value]) => listOf(list).includes(value),
}

const mathematics: Record<string, Helper> = {
  sum: (args) => args.flat().reduce((total: number, value) => total + number(value), 0),
  difference: ([one, other]) => number(one) - number(other),
  multiplication: ([one, other]) => number(one) * number(other),
  division: ([one, other]) => number(one) / number(other),
  remainder: ([one, other]) => number(one) % number(other),
  ceil: ([value]) => Math.ceil(number(value)),
  floor: ([value]) => Math.floor(number(value)),
  round: ([value]) => Math.round(number(value)),
  abs: ([value]) => Math.abs(number(value)),
}

/** Maximum number of characters that `join` adds: the output is truncated at far fewer. */
const mostBetween = 10_000_000

const upperFirst = (text: string) => text.replace(/^\p{L}/u, (letter) => letter.toUpperCase())

const texts: Record<string, Helper> = {
  lowercase: ([text]) => textOf(text).toLowerCase(),
  uppercase: ([text]) => textOf(text).toUpperCase(),
  capitalizeFirst: ([text]) => upperFirst(textOf(text)),
  capitalizeEach: ([text]) => textOf(text).replaceAll(/\p{L}[\p{L}\p{M}\p{N}'’]*/gu, upperFirst),
  excerpt: ([text, length]) => {
    const chars = [...textOf(text)]
    const most = length === undefined ? 50 : number(length)
    return chars.length <= most ? chars.join('') : `${chars.slice(0, most).join('')}...`
  },
  concat: (args) => args.map(textOf).join(''),
  join: ([list, separator]) => {
    const between = separator === undefined ? ',' : textOf(separator)
    if (listOf(list).length * between.length > mostBetween) throw new RangeError('the text is too long')
    return listOf(list).map(textOf).join(between)
  },
  first: ([list]) => (typeof list === 'string' ? [...list][0] : listOf(list)[0]),
  last: ([list]) => (typeof list === 'string' ? [...list].at(-1) : listOf(list).at(-1)),
  count: ([list]) => (Array.isArray(list) ? list.length : false),
  encodeURI: ([text]) => encodeURIComponent(textOf(text)),
}

const formats: Record<string, Helper> = {
  /** An object as JSON, any other value as text. */
  stringify: (args) => {
    if (args.length === 0) throw new BadArgument('it needs a value, for example: stringify this')
    const [value] = args
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : textOf(value)
  },
  parseJson: ([text]) => {
    try {
      return JSON.parse(textOf(text)) as unknown
    } catch {
      throw new BadArgument('the text is not JSON')
    }
  },
  dateFormat: ([value], { format }) => written(value, typeof format === 'string' ? format : 'YYYY-MM-DD'),
  formatDate: ([format, value]) => written(value, textOf(format)),
  formatNumber: ([value, locale], { format }) => {
    if (typeof value !== 'number') return value
    if (typeof format === 'string') return numberFormatter(format)(value)
    try {
      return value.toLocaleString(typeof locale === 'string' ? locale : 'en-US')
    } catch {
      throw new BadArgument(`"${textOf(locale).slice(0, 40)}" is not a language`)
    }
  },
}

/** The time in the format; a value that is not a time is returned unchanged. */
function written(value: unknown, format: string): unknown {
  const time = timeOf(value)
  return time === undefined ? value : formatDate(time, format)
}

/** The helpers that return a value; `if`, `unless`, `each`, `with` and `lookup` belong to the language. */
export const helpers: ReadonlyMap<string, Helper> = new Map(
  Object.entries({ ...conditions, ...mathematics, ...texts, ...formats }),
)
