/** Arithmetic on doubles in which NaN means a missing value. */

export function present(values: Float64Array): Float64Array {
  return values.filter((value) => value === value)
}

export function sum(values: Float64Array): number {
  let total = 0
  for (const value of values) total += value
  return total
}

/** NaN if there are no values. */
export function mean(values: Float64Array): number {
  return sum(values) / values.length
}

/** Sum of squared deviations divided by n - `ddof`; NaN if this divisor is not positive. */
export function variance(values: Float64Array, ddof: number): number {
  const degrees = values.length - ddof
  if (degrees <= 0) return Number.NaN
  const centre = mean(values)
  let total = 0
  for (const value of values) total += (value - centre) ** 2
  return total / degrees
}

/**
 * Interpolated between the two neighbours in sorted order, by `rule`; NaN if there are no values. Formula: position
 * q/100 * (n - 1).
 */
export function percentile(values: Float64Array, q: number, rule: 'linear' | 'midpoint' = 'linear'): number {
  if (values.length === 0) return Number.NaN
  const sorted = Float64Array.from(values).sort()
  const position = (q / 100) * (sorted.length - 1)
  const low = Math.floor(position)
  const below = sorted[low] as number
  const above = sorted[Math.min(low + 1, sorted.length - 1)] as number
  // the difference of two equal infinities would be NaN
  if (position === low || below === above) return below
  return rule === 'midpoint' ? (below + above) / 2 : below + (above - below) * (position - low)
}

export function median(values: Float64Array): number {
  return percentile(values, 50, 'midpoint')
}

export function smallest(values: Float64Array): number {
  let best = Number.NaN
  for (const value of values) if (!(best <= value)) best = value
  return best
}

export function largest(values: Float64Array): number {
  let best = Number.NaN
  for (const value of values) if (!(best >= value)) best = value
  return best
}
