import type { ChartMode } from '../theme.ts'
import { landColors, landScale } from './landColors.ts'

/** A range of values with one color. `high` belongs to the next bucket, except that of the last. */
export interface Bucket {
  low: number
  high: number
  color: string
}

/** Equal steps of a range, one for each color; a single step if all values are the same. */
export function stepsOf([low, high]: readonly [low: number, high: number], colors: readonly string[]): Bucket[] {
  if (low === high) return [{ low, high, color: colors[0]! }]
  const limit = (at: number) => limitAt([low, high], at, colors.length)
  return colors.map((color, at) => ({ low: limit(at), high: limit(at + 1), color }))
}

/** The limit after the first `at` of the equal steps of a range. */
function limitAt([low, high]: readonly [number, number], at: number, steps: number): number {
  if (at === steps) return high
  const limit = low + ((high - low) * at) / steps
  // the difference of two very large numbers may be infinite
  return Number.isFinite(limit) ? limit : low * (1 - at / steps) + high * (at / steps)
}

interface Breaks {
  /** the limits between buckets as they were saved */
  breakPoints: readonly unknown[]
  /** the number of equal steps, if there are fewer than two limits */
  count: number
  scheme: string | undefined
  mode: ChartMode
}

const mostBuckets = 100

/** The buckets of the values from the lowest to the highest limit. */
export function bucketsOf(range: readonly [low: number, high: number], breaks: Breaks): Bucket[] {
  const limits = limitsOf(range, breaks)
  const count = limits.length - 1
  const [low = 0, high = low] = limits
  const colors =
    count === 1
      ? [landScale(breaks.scheme, [low, low], breaks.mode)(low)]
      : landColors(breaks.scheme, count, breaks.mode)
  if (count === 1) return [{ low, high, color: colors[0]! }]
  return colors.map((color, at) => ({ low: limits[at]!, high: limits[at + 1]!, color }))
}

function limitsOf([low, high]: readonly [number, number], { breakPoints, count }: Breaks): number[] {
  const written = breakPoints.filter((point) => point !== null && point !== '').map(Number)
  const given = [...new Set(written.filter(Number.isFinite))].toSorted((one, other) => one - other)
  if (given.length > 1) return given.slice(0, mostBuckets + 1)
  if (low === high) return [low, high]
  const steps = Math.min(mostBuckets, Math.max(1, Math.round(count)))
  return Array.from({ length: steps + 1 }, (_, step) => limitAt([low, high], step, steps))
}

/** The index of a value's bucket; -1 if it is outside of all. */
export function bucketAt(buckets: readonly Bucket[], value: number): number {
  const at = buckets.findIndex(({ low, high }) => value >= low && value < high)
  return at < 0 && value === buckets.at(-1)?.high ? buckets.length - 1 : at
}

/**
 * The buckets with the text of their range. The texts have all digits (`exact`) if rounding would make some of them
 * equal.
 */
export function labelled(
  buckets: readonly Bucket[],
  { short: rounded, exact }: { short: (value: number) => string; exact: (value: number) => string },
): (Bucket & { label: string })[] {
  const labels = (text: (value: number) => string) =>
    buckets.map(({ low, high }) => (low === high ? text(low) : `${text(low)} – ${text(high)}`))
  const short = labels(rounded)
  const texts = new Set(short).size === short.length ? short : labels(exact)
  return buckets.map((bucket, at) => ({ ...bucket, label: texts[at]! }))
}
