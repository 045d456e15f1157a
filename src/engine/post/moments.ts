import { mean } from './statistics.ts'

/** Sums of powers of the deviation from the mean. Deviations within rounding error count as zero. */
function moments(values: Float64Array): { second: number; third: number; fourth: number } {
  const centre = mean(values)
  let second = 0
  let third = 0
  let fourth = 0
  for (const value of values) {
    const deviation = value - centre
    const square = deviation * deviation
    second += square
    third += square * deviation
    fourth += square * square
  }
  return { second, third, fourth }
}

const NO_SPREAD = 1e-14

/** Adjusted Fisher-Pearson coefficient; NaN below three values or without spread. */
export function skewness(values: Float64Array): number {
  const n = values.length
  if (n < 3) return Number.NaN
  const { second, third } = moments(values)
  if (second / n <= NO_SPREAD) return Number.NaN
  return ((n * Math.sqrt(n - 1)) / (n - 2)) * (third / second ** 1.5)
}

/** Excess kurtosis, bias-corrected; NaN below four values or without spread. */
export function excessKurtosis(values: Float64Array): number {
  const n = values.length
  if (n < 4) return Number.NaN
  const { second, fourth } = moments(values)
  if (second / n <= NO_SPREAD) return Number.NaN
  const ratio = (n * (n + 1) * (n - 1) * fourth) / ((n - 2) * (n - 3) * second * second)
  return ratio - (3 * (n - 1) ** 2) / ((n - 2) * (n - 3))
}
