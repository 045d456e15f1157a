/** The place of a part: a sector between two radii in px, in fractions of the whole circle, clockwise from the top. */
export interface Sector {
  inner: number
  outer: number
  from: number
  to: number
}

/** px between a text and the edges of its part */
const margin = 3

/**
 * True if a horizontal text of this size fits in the middle of a sector. Corners that are outside of the sector are
 * found by their distance from the center and by their angle.
 */
export function fitsHorizontally({ inner, outer, from, to }: Sector, width: number, height: number): boolean {
  const middle = (from + to) * Math.PI
  const reach = (to - from) * Math.PI
  const radius = (inner + outer) / 2
  const [x, y] = [radius * Math.sin(middle), -radius * Math.cos(middle)]
  const [halfWidth, halfHeight] = [width / 2 + margin, height / 2 + margin]
  // the point of the box that is closest to the center
  const closest = Math.hypot(Math.max(0, Math.abs(x) - halfWidth), Math.max(0, Math.abs(y) - halfHeight))
  if (closest < inner) return false
  return [-1, 1].every((right) =>
    [-1, 1].every((down) => {
      const [cornerX, cornerY] = [x + right * halfWidth, y + down * halfHeight]
      const angle = Math.atan2(cornerX, -cornerY) - middle
      const turned = Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle)))
      return Math.hypot(cornerX, cornerY) <= outer && turned <= reach
    }),
  )
}
