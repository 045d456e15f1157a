import type { TextRecord } from './records.ts'

/** How the values of a column are written, as counts. Numbers are classified by their separators. */
export interface ColumnFacts {
  filled: number
  whole: number
  /** Whole numbers that a double cannot represent exactly, and those that do not fit in 64 bits. */
  long: number
  tooLong: number
  /** `1.5` and `1,5`. Excluded are numbers that may also contain a thousands separator, such as `1.500` and `1,500`. */
  point: number
  comma: number
  /** `1.500` and `1,500`, also with several groups, or with decimals after the other character. */
  byPoint: number
  byComma: number
  /** Numbers among these that have decimals, and so are not whole. */
  fractions: number
  /** Values that show without doubt which character is the decimal character. */
  surePoint: number
  sureComma: number
  isoDates: number
  /** All other values, and the first of them. */
  others: number
  firstOther?: { line: number; value: string }
}

const mostInteger = 9_223_372_036_854_775_807n
/** A double represents every whole number with up to this many digits exactly. */
const safeDigits = 15

const wholeNumber = /^[-+]?\d+$/
const pointNumber = /^[-+]?(?:\d+\.\d*|\.\d+|\d+(?=e))(?:e[-+]?\d+)?$/i
const noNumber = /^[-+]?(?:nan|inf|infinity)$/i
const commaNumber = /^[-+]?\d*,\d+$/
// a group of thousands never begins with a zero
const groupedByPoint = /^[-+]?[1-9]\d{0,2}(?:\.\d{3})+(,\d+)?$/
const groupedByComma = /^[-+]?[1-9]\d{0,2}(?:,\d{3})+(\.\d+)?$/
const twoGroups = /[.,]\d{3}[.,]/
const startsNumber = /^[-+]?[\d.,]/
const isoDate = /^\d{4}-\d{2}-\d{2}$/

const noFacts = (): ColumnFacts => ({
  filled: 0,
  whole: 0,
  long: 0,
  tooLong: 0,
  point: 0,
  comma: 0,
  byPoint: 0,
  byComma: 0,
  fractions: 0,
  surePoint: 0,
  sureComma: 0,
  isoDates: 0,
  others: 0,
})

/** Whether a whole number does not fit in 64 bits. */
export function isTooLong(text: string): boolean {
  if (text.length <= safeDigits) return false
  const number = BigInt(text.replace('+', ''))
  return number > mostInteger || number < -mostInteger - 1n
}

function add(facts: ColumnFacts, value: string, line: number): void {
  facts.filled += 1
  if (wholeNumber.test(value)) {
    facts.whole += 1
    if (value.length > safeDigits) facts.long += 1
    if (isTooLong(value)) facts.tooLong += 1
    return
  }
  if (!startsNumber.test(value) || !addNumber(facts, value)) {
    facts.others += 1
    facts.firstOther ??= { line, value }
  }
}

function addNumber(facts: ColumnFacts, value: string): boolean {
  const byPoint = groupedByPoint.exec(value)
  const byComma = byPoint ? null : groupedByComma.exec(value)
  const isSure = (byPoint ?? byComma)?.[1] !== undefined || twoGroups.test(value)
  if (byPoint) {
    facts.byPoint += 1
    if (byPoint[1] !== undefined) facts.fractions += 1
    if (isSure) facts.sureComma += 1
  } else if (byComma) {
    facts.byComma += 1
    if (byComma[1] !== undefined) facts.fractions += 1
    if (isSure) facts.surePoint += 1
  } else if (pointNumber.test(value)) {
    facts.point += 1
    if (value.includes('.')) facts.surePoint += 1
  } else if (commaNumber.test(value)) {
    facts.comma += 1
    facts.sureComma += 1
  } else if (isoDate.test(value)) facts.isoDates += 1
  else return false
  return true
}

/** Collects facts of the columns. Rows with a different number of columns are ignored. */
export function createFacts(width: number, nullValues: readonly string[] = []) {
  const columns = Array.from({ length: width }, noFacts)
  const nulls = new Set(['', ...nullValues])
  return {
    columns,
    take(records: readonly TextRecord[]): void {
      for (const { line, values } of records) {
        if (values.length !== width) continue
        for (let i = 0; i < width; i += 1) {
          const value = values[i]?.trim() ?? ''
          const facts = columns[i]
          if (facts && !nulls.has(value) && !noNumber.test(value)) add(facts, value, line)
        }
      }
    },
  }
}

const numbers = ({ whole, point, comma, byPoint, byComma }: ColumnFacts) => whole + point + comma + byPoint + byComma

/**
 * The decimal character of a text file: the one that some numeric column requires, if no column requires the other one.
 */
export function decimalOf(columns: readonly ColumnFacts[]): '.' | ',' | undefined {
  const ofNumbers = columns.filter((facts) => numbers(facts) * 2 > facts.filled)
  const isComma = ofNumbers.some(({ sureComma }) => sureComma > 0)
  const isPoint = ofNumbers.some(({ surePoint }) => surePoint > 0)
  if (isComma === isPoint) return undefined
  return isComma ? ',' : '.'
}

/** The type of a column whose values are all numbers, some with thousands separators; undefined for other columns. */
export function groupedType(
  facts: ColumnFacts | undefined,
  decimal: '.' | ',' | undefined,
): 'BIGINT' | 'DOUBLE' | undefined {
  if (!facts || decimal === undefined) return undefined
  const isComma = decimal === ','
  const grouped = isComma ? facts.byPoint : facts.byComma
  const isMisfit = (isComma ? facts.surePoint : facts.sureComma) > 0
  if (grouped === 0 || isMisfit || numbers(facts) !== facts.filled) return undefined
  const broken = isComma ? facts.comma + facts.byComma : facts.point + facts.byPoint
  return broken + facts.fractions > 0 ? 'DOUBLE' : 'BIGINT'
}

/**
 * The type of a column that the engine detected as numeric, if a value does not fit it; undefined if all values fit.
 */
export function widerType(facts: ColumnFacts, type: string, decimal: '.' | ',' | undefined): string | undefined {
  if (type !== 'BIGINT' && type !== 'DOUBLE') return undefined
  const broken = decimal === ',' ? facts.comma + facts.byComma : facts.point + facts.byPoint
  if (facts.whole + broken < facts.filled) return 'VARCHAR'
  return type === 'BIGINT' && broken > 0 ? 'DOUBLE' : undefined
}

/** The common type of all values that are numbers or dates; undefined if they have none. */
export function sharedType(
  facts: ColumnFacts,
  decimal: '.' | ',' | undefined,
): 'BIGINT' | 'DOUBLE' | 'DATE' | undefined {
  const { filled, others, isoDates, whole, point, comma, byPoint, byComma, fractions } = facts
  if (isoDates > 0) return isoDates + others === filled ? 'DATE' : undefined
  const isComma = decimal === ','
  const misfits = isComma ? point + facts.surePoint : comma + facts.sureComma
  // if the decimal character is unknown, a comma may be a decimal or a thousands separator
  if (misfits > 0 || facts.tooLong > 0 || (decimal === undefined && byComma > 0)) return undefined
  const broken = isComma ? comma + byComma : point + byPoint
  if (whole + broken + (isComma ? byPoint : byComma) + others !== filled) return undefined
  return broken + fractions > 0 ? 'DOUBLE' : 'BIGINT'
}

/**
 * The first value because of which a column of numbers or dates is a text column; undefined if the column has other
 * values, or more than 5 % text.
 */
export function textBecauseOf(facts: ColumnFacts): ColumnFacts['firstOther'] {
  const { others, isoDates, filled, firstOther } = facts
  const usual = Math.max(numbers(facts), isoDates)
  return usual + others === filled && others * 20 <= filled ? firstOther : undefined
}
