import type { UncrossingWork } from './uncrossed.ts'
import { heightOf, onMap } from './viewport.ts'

type Point = [longitude: number, latitude: number]
type Flat = readonly [x: number, y: number]

/** A point that is closer to an edge is on it: coordinates are rounded. A fraction of the side of the area's box. */
const tolerance = 1e-6

/**
 * The holes of an area, without the holes outside of it, which have no effect. Undefined if one of them crosses the
 * outer ring: such an area is not valid, and its triangles would be drawn beyond it. When the budget `work` is used up,
 * the remaining holes are not checked. `gap`: the distance in degrees by which left out points can move an edge.
 */
export function holesWithin(
  outer: readonly Point[],
  holes: Point[][],
  work: UncrossingWork,
  gap = 0,
): Point[][] | undefined {
  if (holes.length === 0) return holes
  const edges = edgesOf(outer)
  const [west, south, east, north] = boxOf(edges)
  const least = Math.max(tolerance * Math.max(east - west, north - south), gap / 360)
  const within: Point[][] = []
  for (const hole of holes) {
    const own = edgesOf(hole)
    work.left -= edges.length + own.length
    if (work.left < 0) {
      within.push(hole)
      continue
    }
    const near = edges.filter(isNear(boxOf(own)))
    work.left -= near.length * own.length
    if (work.left >= 0 && near.some((edge) => own.some((other) => isCrossing(edge, other, least)))) return undefined
    // without a crossing, any corner shows whether the hole is inside; near the ring, a corner may be on an edge, so
    // all corners are tried
    const corners = near.length > 0 ? own : own.slice(0, 1)
    if (corners.some(([corner]) => isInside(corner, edges))) within.push(hole)
  }
  return within
}

type Edge = readonly [from: Flat, to: Flat]

/** On the map, edges are straight. */
function edgesOf(ring: readonly Point[]): Edge[] {
  const flat = ring.map(([x, y]): Flat => [x / 360, heightOf(onMap(y))])
  return flat.map((from, at): Edge => [from, flat[(at + 1) % flat.length]!])
}

function boxOf(edges: readonly Edge[]): [west: number, south: number, east: number, north: number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [[x, y]] of edges) {
    if (x < west) west = x
    if (x > east) east = x
    if (y < south) south = y
    if (y > north) north = y
  }
  return [west, south, east, north]
}

const isNear =
  ([west, south, east, north]: ReturnType<typeof boxOf>) =>
  ([from, to]: Edge) =>
    Math.min(from[0], to[0]) <= east &&
    Math.max(from[0], to[0]) >= west &&
    Math.min(from[1], to[1]) <= north &&
    Math.max(from[1], to[1]) >= south

/** On which side of an edge a point is: 1 or -1; 0 if it is on the edge, or closer to its line than `least`. */
function sideOf([[ax, ay], [bx, by]]: Edge, [x, y]: Flat, least: number): number {
  const [ux, uy, vx, vy] = [bx - ax, by - ay, x - ax, y - ay]
  const area = ux * vy - uy * vx
  return Math.abs(area) <= least * Math.hypot(ux, uy) ? 0 : Math.sign(area)
}

/**
 * Whether two edges cross: the ends of each are on different sides of the other. Edges that only touch do not cross.
 */
const isCrossing = (one: Edge, other: Edge, least: number): boolean =>
  sideOf(one, other[0], least) * sideOf(one, other[1], least) < 0 &&
  sideOf(other, one[0], least) * sideOf(other, one[1], least) < 0

/** Whether a point is inside, by the even-odd rule. */
function isInside([x, y]: Flat, edges: readonly Edge[]): boolean {
  let crossings = 0
  for (const [[ax, ay], [bx, by]] of edges) {
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) crossings += 1
  }
  return crossings % 2 === 1
}
