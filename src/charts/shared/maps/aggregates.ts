export const aggregations = [
  'sum',
  'min',
  'max',
  'mean',
  'median',
  'count',
  'variance',
  'deviation',
  'p1',
  'p5',
  'p95',
  'p99',
] as const

export type Aggregation = (typeof aggregations)[number]

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) => sum(values) / values.length

/** Interpolates between the two nearest sorted values. `part`: from 0 to 1. */
function quantile(sorted: readonly number[], part: number): number {
  const at = (sorted.length - 1) * part
  const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!]
  return low + (high - low) * (at - Math.floor(at))
}

/** The variance of a sample: 0 for a single value. */
function variance(values: readonly number[]): number {
  if (values.length < 2) return 0
  const middle = mean(values)
  return sum(values.map((value) => (value - middle) ** 2)) / (values.length - 1)
}

/** One number for the weights of the points in a cell, which has at least one point. */
export function aggregate(values: readonly number[], by: Aggregation): number {
  switch (by) {
    case 'sum':
      return sum(values)
    case 'count':
      return values.length
    case 'mean':
      return mean(values)
    case 'variance':
      return variance(values)
    case 'deviation':
      return Math.sqrt(variance(values))
    case 'min':
      return values.reduce((least, value) => Math.min(least, value))
    case 'max':
      return values.reduce((most, value) => Math.max(most, value))
    default: {
      const sorted = values.toSorted((one, other) => one - other)
      return quantile(sorted, by === 'median' ? 0.5 : Number(by.slice(1)) / 100)
    }
  }
}
