/** The outcome of running one file of vectors. */
export interface VectorReport {
  total: number
  passed: number
  /** not run: errors of the original, or marked as open */
  skipped: number
  failures: { id: string; reason: string }[]
}

/** Fields of every kind of vector. */
export interface VectorHead {
  id: string
  defect?: unknown
  lenient?: unknown
}

/** Runs each vector; `check` returns null if it passes, else the difference. Any exception is a failure. */
export function runVectors<V extends VectorHead>(
  vectors: readonly V[],
  check: (vector: V) => string | null,
): VectorReport {
  const report: VectorReport = { total: vectors.length, passed: 0, skipped: 0, failures: [] }
  for (const vector of vectors) {
    if (vector.defect !== undefined || vector.lenient !== undefined) {
      report.skipped++
      continue
    }
    const reason = attempt(() => check(vector))
    if (reason === null) report.passed++
    else report.failures.push({ id: vector.id, reason })
  }
  return report
}

function attempt(check: () => string | null): string | null {
  try {
    return check()
  } catch (error) {
    return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
  }
}

/** Special values of the vectors: `{inf: 1}`, `{nan: 1}`, `{negzero: 1}`, `{undefined: 1}`. Times stay `{t: ms}`. */
export function revive(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const special = value as Record<string, unknown>
  if (special.inf !== undefined) return special.inf === -1 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  if (special.nan !== undefined) return Number.NaN
  if (special.negzero !== undefined) return -0
  if (special.undefined !== undefined) return undefined
  return value
}

/** Equal within relative 1e-9, and absolute 1e-9 below 1; -0 equals 0. */
export function sameNumber(a: number, b: number): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))
}

/** Deep equality of JSON values with that tolerance. */
export function sameValue(a: unknown, b: unknown): boolean {
  const left = revive(a)
  const right = revive(b)
  if (typeof left === 'number' && typeof right === 'number') return sameNumber(left, right)
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((value, at) => sameValue(value, right[at]))
  }
  if (typeof left === 'object' && typeof right === 'object' && left !== null && right !== null) {
    const keys = Object.keys(left)
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => sameValue((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]))
    )
  }
  return left === right
}
