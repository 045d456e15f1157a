import type { Position } from 'geojson'
import { mercatorEdge } from './viewport.ts'

/**
 * Points whose longitudes never jump: a line from 170 to -170 degrees continues to 190. A line from -180 to 180 degrees
 * along a parallel, such as the equator, goes around the world.
 */
export function unbroken<P extends Position>(points: readonly P[]): P[] {
  const joined = withoutJumps(points)
  return isOne(joined, 0) && isOne(joined, 1) ? [...points] : joined
}

/** Whether the points have the same longitude (0) or latitude (1). */
const isOne = (points: readonly Position[], at: 0 | 1) => points.every((point) => point[at] === points[0]?.[at])

function withoutJumps<P extends Position>(points: readonly P[]): P[] {
  if (!points.some(([x = 0], at) => at > 0 && Math.abs(x - (points[at - 1]![0] ?? 0)) > 180)) return [...points]
  let turn = 0
  let before: number | undefined
  return points.map((point) => {
    const [x = 0] = point
    if (before !== undefined && x + turn - before > 180) turn -= 360
    else if (before !== undefined && x + turn - before < -180) turn += 360
    before = x + turn
    return turn === 0 ? point : ([x + turn, ...point.slice(1)] as P)
  })
}

/**
 * A ring whose longitudes never jump. A ring around a pole is closed along the edge of the map. The corners of a box
 * from -180 to 180 degrees are kept: it has the width of the world.
 */
export function unbrokenRing<P extends Position>(ring: readonly P[]): P[] {
  const points = withoutJumps(ring)
  if (isOne(points, 0)) return [...ring]
  const [[first = 0, y = 0] = [], [last = 0] = []] = [points[0] as Position | undefined, points.at(-1)]
  if (Math.abs(last - first) < 180) return points
  const edge = Math.sign(y) * mercatorEdge
  return [...points, [last, edge], [first, edge], [first, y]] as P[]
}
