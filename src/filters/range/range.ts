import type { FilterOptions } from '../shared/defineFilter.ts'

export type Range = [low: number | null, high: number | null]

export function readRange(value: unknown): Range {
  const [low, high] = Array.isArray(value) ? (value as unknown[]) : []
  const number = (end: unknown) => (typeof end === 'number' && Number.isFinite(end) ? end : null)
  return [number(low), number(high)]
}

/** Smallest and largest value of the data; null while unknown or if the column is empty or not numeric. */
export function rangeBounds(options: FilterOptions | undefined): { min: number; max: number } | null {
  const [row] = options?.rows ?? []
  const [min, max] = [row?.['min'], row?.['max']]
  return typeof min === 'number' && typeof max === 'number' ? { min, max } : null
}

const numberFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 12 })
export const rangeNumber = (value: number) => numberFormat.format(value)

/** `5 ≤ x ≤ 10`, `x ≥ 5`, `x ≤ 10`, `x = 5`; empty if nothing is set. */
export function rangeLabel(low: number | null, high: number | null): string {
  if (low !== null && high !== null) {
    return low === high ? `x = ${rangeNumber(low)}` : `${rangeNumber(low)} ≤ x ≤ ${rangeNumber(high)}`
  }
  if (low !== null) return `x ≥ ${rangeNumber(low)}`
  return high === null ? '' : `x ≤ ${rangeNumber(high)}`
}

/** The bounds of columns of several datasets: the smallest and the largest value of all. */
export function mergedBounds(answers: FilterOptions[]): FilterOptions {
  const [first = { status: 'ready', rows: [], colnames: [], coltypes: [] }] = answers
  const bounds = answers.map(rangeBounds).filter((each) => each !== null)
  if (bounds.length === 0) return first
  const row = { min: Math.min(...bounds.map(({ min }) => min)), max: Math.max(...bounds.map(({ max }) => max)) }
  return { ...first, rows: [row] }
}
