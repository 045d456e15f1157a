/** A value over time: x is a time, y the value. */
export interface Point {
  x: number
  y: number
}

export interface Slope {
  /** Change of y for each unit of x. */
  slope: number
  /** Half of the interval that contains the true slope in 95 of 100 cases. */
  uncertainty: number
}

/**
 * 97.5 % quantiles of Student's t distribution for 1, 2, 3 … degrees of freedom. `T_OF_MANY` is used
 * for any larger number of degrees, where it is slightly too high.
 */
const T = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13, 2.12, 2.11, 2.1]
const T_OF_MANY = 2.09

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The least squares slope. NaN for fewer than three points: its uncertainty would be unknown. */
export function slopeOf(points: readonly Point[]): Slope {
  const degrees = points.length - 2
  if (degrees < 1) return { slope: Number.NaN, uncertainty: Number.NaN }
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))]
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  const slope = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread
  const rest = points.reduce((sum, point) => sum + (point.y - y - slope * (point.x - x)) ** 2, 0)
  return { slope, uncertainty: (T[degrees - 1] ?? T_OF_MANY) * Math.sqrt(rest / degrees / spread) }
}

/**
 * The lowest value of each span of x, at the middle of the span. Of memory, this is what remains after a garbage
 * collection; points of longer spans also depend less on each other.
 */
export function lowest(points: readonly Point[], span: number): Point[] {
  const spans = Map.groupBy(points, ({ x }) => Math.floor(x / span))
  return [...spans].map(([at, inside]) => ({ x: (at + 0.5) * span, y: Math.min(...inside.map(({ y }) => y)) }))
}
