type Value = number | null

/**
 * The two-sided p-value of the paired t-test: the probability of a mean difference at least this large if the true
 * difference is zero.
 * Pairs with a missing value are left out. null with fewer than two pairs, and if all differences are zero.
 * Formula: t = mean(d) / (sd(d) / sqrt(n)) with n - 1 degrees of freedom.
 */
export function pairedPValue(values: readonly Value[], control: readonly Value[]): number | null {
  const differences: number[] = []
  for (const [at, value] of values.entries()) {
    const other = control[at] ?? null
    if (value !== null && other !== null && Number.isFinite(other - value)) differences.push(other - value)
  }
  const count = differences.length
  if (count < 2) return null
  const mean = differences.reduce((sum, value) => sum + value, 0) / count
  const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1)
  if (variance === 0) return mean === 0 ? null : 0
  const t = mean / Math.sqrt(variance / count)
  const freedom = count - 1
  // the two tails of Student's distribution
  return incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t))
}

/** The difference of the sums, in percent of the sum of the control group. null if that sum is 0. */
export function liftPercent(values: readonly Value[], control: readonly Value[]): number | null {
  const sum = (list: readonly Value[]) => list.reduce<number>((total, value) => total + (value ?? 0), 0)
  const base = sum(control)
  return base === 0 ? null : ((sum(values) - base) / base) * 100
}

/** Regularized incomplete beta function I_x(a, b), by its continued fraction (Numerical Recipes, 6.4). */
function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x))
  // converges quickly on this side of the mean
  return x < (a + 1) / (a + b + 2)
    ? (front * continuedFraction(a, b, x)) / a
    : 1 - (front * continuedFraction(b, a, 1 - x)) / b
}

const tiny = 1e-300
const mostSteps = 300

function continuedFraction(a: number, b: number, x: number): number {
  const nonZero = (value: number) => (Math.abs(value) < tiny ? tiny : value)
  let c = 1
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1))
  let result = d
  for (let step = 1; step <= mostSteps; step++) {
    const even = (step * (b - step) * x) / ((a + 2 * step - 1) * (a + 2 * step))
    d = 1 / nonZero(1 + even * d)
    c = nonZero(1 + even / c)
    result *= d * c
    const odd = (-(a + step) * (a + b + step) * x) / ((a + 2 * step) * (a + 2 * step + 1))
    d = 1 / nonZero(1 + odd * d)
    c = nonZero(1 + odd / c)
    result *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return result
}

/** Lanczos approximation, g = 7. */
function logGamma(x: number): number {
  const series = lanczos.reduce((sum, coefficient, at) => sum + coefficient / (x + at), 0.999_999_999_999_809_93)
  const t = x + 6.5
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(series)
}

const lanczos = [
  676.520_368_121_885_1, -1259.139_216_722_402_8, 771.323_428_777_653_13, -176.615_029_162_140_59,
  12.507_343_278_686_905, -0.138_571_095_265_720_12, 9.984_369_578_019_571_6e-6, 1.505_632_735_149_311_6e-7,
]
