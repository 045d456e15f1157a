import { heightOf, latitudeOf, onMap } from './viewport.ts'

type Point = [longitude: number, latitude: number]

/** Maximum comparisons of edges: beyond, a ring is drawn as it is. */
const mostComparisons = 3_000_000
/** Maximum points that are passed to resolve the crossings of a ring. */
const mostPasses = 2_000_000

/** A point of a ring on the map, where edges are straight. */
interface Vertex {
  x: number
  y: number
  at: Point
}

/** A point on an edge, at a fraction of its length, where the ring meets itself. */
interface Meeting {
  edge: number
  part: number
  vertex: Vertex
}

/**
 * The same edges as a closed ring that may touch itself but does not cross itself, so that triangles fill what the
 * even-odd rule fills: half of a bow tie is not left out. Where two parts cross, the part between is passed in reverse.
 */
export function uncrossed(ring: Point[]): Point[] {
  const [first, last] = [ring[0], ring.at(-1)]
  const isClosed = first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1]
  const open = isClosed ? ring.slice(0, -1) : ring
  if (open.length < 4 || isConvex(open)) return ring
  const vertices = open.map((at): Vertex => ({ x: at[0], y: heightOf(onMap(at[1])), at }))
  const meetings = meetingsOf(vertices)
  if (meetings.length === 0) return ring
  const met = withMeetings(vertices, meetings)
  const resolved = resolve(met, new Set(meetings.map(({ vertex }) => keyOf(vertex))))
  return resolved === undefined || resolved === met ? ring : [...resolved, resolved[0]!].map(({ at }) => at)
}

/** Most rings of many are boxes or hexagons: they turn to one side, and go once to the east and once to the west. */
function isConvex(points: readonly Point[]): boolean {
  const count = points.length
  let [left, right, turns] = [false, false, 0]
  for (let index = 0; index < count; index += 1) {
    const [a, b, c] = [points[index]!, points[(index + 1) % count]!, points[(index + 2) % count]!]
    const side = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
    if (side > 0) left = true
    if (side < 0) right = true
    if (b[0] > a[0] !== c[0] > b[0]) turns += 1
    if ((left && right) || turns > 2) return false
  }
  return left || right
}

const keyOf = ({ x, y }: Vertex) => `${x},${y}`

/** Where edges that are not neighbors meet. Edges are compared in the order of their west ends. */
function meetingsOf(vertices: Vertex[]): Meeting[] {
  const count = vertices.length
  const end = (edge: number) => vertices[edge + 1 === count ? 0 : edge + 1]!
  const west = Float64Array.from(vertices, ({ x }, edge) => Math.min(x, end(edge).x))
  const order = Uint32Array.from(vertices.keys()).sort((one, other) => west[one]! - west[other]!)
  const meetings: Meeting[] = []
  let comparisons = 0
  for (let place = 0; place < count; place += 1) {
    const edge = order[place]!
    const [from, to] = [vertices[edge]!, end(edge)]
    const east = Math.max(from.x, to.x)
    for (let next = place + 1; next < count; next += 1) {
      const other = order[next]!
      if (west[other]! > east) break
      comparisons += 1
      if (comparisons > mostComparisons) return []
      const gap = Math.abs(edge - other)
      if (gap === 1 || gap === count - 1) continue
      const parts = partsAt(from, to, vertices[other]!, end(other))
      if (parts === undefined) continue
      const [part, otherPart] = parts
      const vertex = otherPart === 0 ? vertices[other]! : otherPart === 1 ? end(other) : vertexAt(from, to, part)
      meetings.push({ edge, part, vertex }, { edge: other, part: otherPart, vertex })
    }
  }
  return meetings
}

function vertexAt(from: Vertex, to: Vertex, part: number): Vertex {
  if (part === 0) return from
  if (part === 1) return to
  const [x, y] = [from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)]
  return { x, y, at: [x, latitudeOf(y)] }
}

/** Where two edges meet, as fractions of their lengths; undefined if they do not, or are parallel. */
function partsAt(a: Vertex, b: Vertex, c: Vertex, d: Vertex): [number, number] | undefined {
  if (Math.max(c.y, d.y) < Math.min(a.y, b.y) || Math.max(a.y, b.y) < Math.min(c.y, d.y)) return undefined
  const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y]
  const [wx, wy] = [c.x - a.x, c.y - a.y]
  const area = ux * vy - uy * vx
  if (area === 0) return undefined
  const [part, other] = [(wx * vy - wy * vx) / area, (wx * uy - wy * ux) / area]
  return part >= 0 && part <= 1 && other >= 0 && other <= 1 ? [part, other] : undefined
}

/** The points of a ring, with those at which it meets itself. */
function withMeetings(vertices: Vertex[], meetings: readonly Meeting[]): Vertex[] {
  const byEdge = new Map<number, Meeting[]>()
  for (const meeting of meetings) {
    // the ends of an edge are points already
    if (meeting.part === 0 || meeting.part === 1) continue
    byEdge.set(meeting.edge, [...(byEdge.get(meeting.edge) ?? []), meeting])
  }
  return vertices.flatMap((vertex, edge) => [
    vertex,
    ...(byEdge.get(edge) ?? []).toSorted((one, other) => one.part - other.part).map(({ vertex: met }) => met),
  ])
}

/** A ring without crossings at these points; undefined if it has too many of them. */
function resolve(vertices: Vertex[], met: ReadonlySet<string>): Vertex[] | undefined {
  let ring = vertices
  for (let passes = 0; passes < mostPasses; passes += vertices.length) {
    const crossing = crossingOf(ring, met)
    if (crossing === undefined) return ring
    const [start, end] = crossing
    ring = [...ring.slice(0, start + 1), ...ring.slice(start + 1, end).toReversed(), ...ring.slice(end)]
  }
  return undefined
}

/** The first and the next pass of a point where a ring crosses itself. */
function crossingOf(ring: Vertex[], met: ReadonlySet<string>): [number, number] | undefined {
  const passes = new Map<string, number[]>()
  for (const [index, vertex] of ring.entries()) {
    const key = keyOf(vertex)
    if (!met.has(key)) continue
    const before = passes.get(key) ?? []
    const start = before.find((pass) => crossesAt(ring, pass, index))
    if (start !== undefined) return [start, index]
    passes.set(key, [...before, index])
  }
  return undefined
}

/** Whether one of two passes of a point leads from one side of the other to its other side. */
function crossesAt(ring: Vertex[], one: number, other: number): boolean {
  const { x, y } = ring[one]!
  const angleOf = (index: number) => {
    const to = ring.at(index % ring.length)!
    return Math.atan2(to.y - y, to.x - x)
  }
  const [start, end] = [angleOf(one - 1), angleOf(one + 1)].toSorted((first, second) => first - second) as [
    number,
    number,
  ]
  const angles = [angleOf(other - 1), angleOf(other + 1)]
  // parts that run along each other do not cross
  if (angles.some((angle) => angle === start || angle === end)) return false
  const [isFirstBetween, isSecondBetween] = angles.map((angle) => angle > start && angle < end)
  return isFirstBetween !== isSecondBetween
}
