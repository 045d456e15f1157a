import type { JsonCell } from '../../model/query/chartData.ts'
import type { Aggregate } from './options.ts'

/** The aggregate of the values of several cells, in the order of the rows; null without values. */
export type Aggregator = (values: JsonCell[]) => JsonCell

export interface Reading {
  of: Aggregator
  /** the total that values are divided by, for fractions */
  share?: 'total' | 'row' | 'column'
  /** whether the result is a number of values, not a value of the metric */
  isCount: boolean
}

const numbersOf = (values: JsonCell[]): number[] | null => {
  const numbers: number[] = []
  for (const value of values) {
    const number = typeof value === 'number' ? value : typeof value === 'string' ? Number(value || Number.NaN) : NaN
    if (Number.isNaN(number)) return null
    numbers.push(number)
  }
  return numbers
}

/** Values that are not numbers cannot be aggregated: the last one is shown unchanged. */
const numeric =
  (compute: (numbers: number[]) => number): Aggregator =>
  (values) => {
    const numbers = numbersOf(values)
    return numbers === null ? (values.at(-1) ?? null) : compute(numbers)
  }

const sum = numeric((numbers) => numbers.reduce((total, value) => total + value, 0))
const count: Aggregator = (values) => values.length

const mean = (numbers: number[]) => numbers.reduce((total, value) => total + value, 0) / numbers.length

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0]
  return (low + high) / 2
}

/** Sample variance, with n - 1 in the denominator; 0 for a single value. */
function variance(numbers: number[]): number {
  if (numbers.length < 2) return 0
  const middle = mean(numbers)
  return numbers.reduce((total, value) => total + (value - middle) ** 2, 0) / (numbers.length - 1)
}

/** The smallest value, or with -1 the largest one: numbers by size, texts alphabetically. */
const extreme =
  (sign: 1 | -1): Aggregator =>
  (values) => {
    const numbers = numbersOf(values)
    if (numbers) return numbers.reduce((best, value) => (value * sign < best * sign ? value : best))
    return values.reduce((best, value) => (String(value).localeCompare(String(best), 'en') * sign < 0 ? value : best))
  }

const simple: Record<string, Aggregator> = {
  Sum: sum,
  Count: count,
  'Count Unique Values': (values) => new Set(values).size,
  'List Unique Values': (values) => [...new Set(values.map(String))].join(', '),
  Average: numeric(mean),
  Median: numeric(median),
  'Sample Variance': numeric(variance),
  'Sample Standard Deviation': numeric((numbers) => Math.sqrt(variance(numbers))),
  Minimum: extreme(1),
  Maximum: extreme(-1),
  First: (values) => values[0] ?? null,
  Last: (values) => values.at(-1) ?? null,
}

const shares = { Total: 'total', Rows: 'row', Columns: 'column' } as const

export function readingOf(aggregate: Aggregate): Reading {
  const [, base, share] = /^(Sum|Count) as Fraction of (Total|Rows|Columns)$/.exec(aggregate) ?? []
  const of = simple[base ?? aggregate] ?? sum
  return {
    of: (values) => (values.length === 0 ? null : of(values)),
    ...(share !== undefined && { share: shares[share as keyof typeof shares] }),
    isCount: share === undefined && aggregate.startsWith('Count'),
  }
}
