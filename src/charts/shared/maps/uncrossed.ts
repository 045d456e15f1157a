import { heightOf, latitudeOf, onMap } from './viewport.ts'

type Point = [longitude: number, latitude: number]

/**
 * The work that may be done for the rings of one map, in steps of a few nanoseconds. When it is used up, the remaining
 * rings are drawn unchanged.
 */
export interface UncrossingWork {
  left: number
}

/** A tenth of a second. */
export const workOfMap = (): UncrossingWork => ({ left: 8_000_000 })

/** Maximum part of the work for one ring: one with very many crossings leaves work for the others. */
const mostOfRing = 4_000_000
/** The work for one meeting of edges, for a point that is passed to resolve crossings, and for two passes compared there. */
const [meetingWork, passWork, comparisonWork] = [100, 4, 40]

/** A point of a ring on the map, where edges are straight. */
interface Vertex {
  x: number
  y: number
  at: Point
  /** the number of the place where the ring meets itself; 0 elsewhere */
  place: number
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
 * Undefined for a tangle, which is no area: finding its triangles would take seconds.
 */
export function uncrossed(ring: Point[], work: UncrossingWork = workOfMap()): Point[] | undefined {
  const [first, last] = [ring[0], ring.at(-1)]
  const isClosed = first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1]
  const count = isClosed ? ring.length - 1 : ring.length
  if (count < 4 || isConvex(ring, count)) return ring
  const vertices: Vertex[] = []
  for (let index = 0; index < count; index += 1) {
    const at = ring[index]!
    vertices.push({ x: at[0], y: heightOf(onMap(at[1])), at, place: 0 })
  }
  if (work.left < count) return isTangle(vertices) ? undefined : ring
  const own: UncrossingWork = { left: Math.min(work.left, mostOfRing) }
  const given = own.left
  const resolved = resolveRing(vertices, own)
  work.left -= given - Math.max(0, own.left)
  return resolved === 'tangle' ? undefined : resolved === 'same' ? ring : resolved
}

/** `same` if the ring does not cross itself, or if the work was not enough. */
function resolveRing(vertices: Vertex[], work: UncrossingWork): Point[] | 'same' | 'tangle' {
  const meetings = meetingsOf(vertices, work)
  if (meetings.length > 2 * mostCrossings(vertices.length)) return 'tangle'
  if (work.left < 0) return isTangle(vertices) ? 'tangle' : 'same'
  if (meetings.length === 0) return 'same'
  const met = withMeetings(vertices, meetings)
  numberPlaces(met, meetings)
  if (!resolve(met, work)) return 'same'
  return [...met, met[0]!].map(({ at }) => at)
}

/** Maximum crossings of a ring that is drawn. */
const mostCrossings = (count: number) => 8 * count + 400

/** Number of pairs of edges that are compared instead of all. */
const samples = 1000

/** Whether a ring has too many crossings, estimated from some pairs of edges. */
function isTangle(vertices: readonly Vertex[]): boolean {
  const count = vertices.length
  const end = (edge: number) => vertices[edge + 1 === count ? 0 : edge + 1]!
  const pairs = (count * count) / 2
  const most = mostCrossings(count)
  if (most >= pairs) return false
  let crossings = 0
  for (let sample = 0; sample < samples; sample += 1) {
    // multiples of these fractions spread the pairs evenly
    const edge = Math.floor(((sample * 0.618_033_988_75) % 1) * count)
    const other = Math.floor(((sample * 0.754_877_666_25) % 1) * count)
    const gap = Math.abs(edge - other)
    if (gap < 2 || gap === count - 1) continue
    if (partsAt(vertices[edge]!, end(edge), vertices[other]!, end(other)) !== undefined) crossings += 1
  }
  return crossings > Math.max(3, (2 * most * samples) / pairs)
}

/**
 * Whether a ring is convex: it turns to one side only, and goes once to the east and once to the west. This is checked
 * first because, if there are many rings, most of them are boxes or hexagons.
 */
function isConvex(points: readonly Point[], count: number): boolean {
  let [left, right, turns] = [false, false, 0]
  for (let index = 0; index < count; index += 1) {
    const a = points[index]!
    const b = points[index + 1 < count ? index + 1 : index + 1 - count]!
    const c = points[index + 2 < count ? index + 2 : index + 2 - count]!
    const side = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
    if (side > 0) left = true
    if (side < 0) right = true
    if (b[0] > a[0] !== c[0] > b[0]) turns += 1
    if ((left && right) || turns > 2) return false
  }
  return left || right
}

/**
 * Where edges that are not neighbors meet; only some of these places if the work is not enough or if there are too
 * many. Edges are compared in the order of their west ends.
 */
function meetingsOf(vertices: Vertex[], work: UncrossingWork): Meeting[] {
  const count = vertices.length
  const end = (edge: number) => vertices[edge + 1 === count ? 0 : edge + 1]!
  const west = Float64Array.from(vertices, ({ x }, edge) => Math.min(x, end(edge).x))
  const order = Uint32Array.from(vertices.keys()).sort((one, other) => west[one]! - west[other]!)
  const meetings: Meeting[] = []
  const most = 2 * mostCrossings(count)
  work.left -= count
  for (let place = 0; place < count; place += 1) {
    const edge = order[place]!
    const [from, to] = [vertices[edge]!, end(edge)]
    const east = Math.max(from.x, to.x)
    for (let next = place + 1; next < count; next += 1) {
      const other = order[next]!
      if (west[other]! > east) break
      work.left -= 1
      if (work.left < 0) return meetings
      const gap = Math.abs(edge - other)
      if (gap === 1 || gap === count - 1) continue
      const parts = partsAt(from, to, vertices[other]!, end(other))
      if (parts === undefined) continue
      work.left -= meetingWork
      const [part, otherPart] = parts
      const vertex = otherPart === 0 ? vertices[other]! : otherPart === 1 ? end(other) : vertexAt(from, to, part)
      meetings.push({ edge, part, vertex }, { edge: other, part: otherPart, vertex })
      if (meetings.length > most) return meetings
    }
  }
  return meetings
}

function vertexAt(from: Vertex, to: Vertex, part: number): Vertex {
  if (part === 0) return from
  if (part === 1) return to
  const [x, y] = [from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)]
  return { x, y, at: [x, latitudeOf(y)], place: 0 }
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
function withMeetings(vertices: readonly Vertex[], meetings: readonly Meeting[]): Vertex[] {
  const byEdge = new Map<number, Meeting[]>()
  for (const meeting of meetings) {
    // the ends of an edge are points already
    if (meeting.part === 0 || meeting.part === 1) continue
    const known = byEdge.get(meeting.edge)
    if (known) known.push(meeting)
    else byEdge.set(meeting.edge, [meeting])
  }
  return vertices.flatMap((vertex, edge) => {
    const met = byEdge.get(edge)
    return met === undefined
      ? vertex
      : [vertex, ...met.sort((one, other) => one.part - other.part).map(({ vertex: each }) => each)]
  })
}

/** Gives the vertices of each place where the ring meets itself the same number. */
function numberPlaces(ring: readonly Vertex[], meetings: readonly Meeting[]): void {
  const numbers = new Map<number, Map<number, number>>()
  let last = 0
  for (const { vertex } of meetings) {
    const inColumn = numbers.get(vertex.x) ?? new Map<number, number>()
    numbers.set(vertex.x, inColumn)
    if (!inColumn.has(vertex.y)) inColumn.set(vertex.y, (last += 1))
  }
  for (const vertex of ring) vertex.place = numbers.get(vertex.x)?.get(vertex.y) ?? 0
}

/** Resolves the given crossings of a ring. Returns false if there are none, or if the limit of work does not allow it. */
function resolve(ring: Vertex[], work: UncrossingWork): boolean {
  /** the passes of each place, up to the current one */
  const passes = new Map<number, number[]>()
  let isChanged = false
  let index = 0
  while (index < ring.length) {
    const { place } = ring[index]!
    const before = place === 0 ? undefined : passes.get(place)
    work.left -= passWork + (before?.length ?? 0) * comparisonWork
    if (work.left < 0) return false
    const start = before?.find((pass) => crossesAt(ring, pass, index))
    if (start === undefined) {
      if (before) before.push(index)
      else if (place > 0) passes.set(place, [index])
      index += 1
      continue
    }
    // passes of the same place before the start do not cross each other in reverse either
    for (let back = index - 1; back >= start; back -= 1) {
      const { place: passed } = ring[back]!
      if (passed > 0) passes.get(passed)!.pop()
    }
    for (let [low, high] = [start + 1, index - 1]; low < high; low += 1, high -= 1) {
      const swapped = ring[low]!
      ring[low] = ring[high]!
      ring[high] = swapped
    }
    work.left -= index - start
    index = start
    isChanged = true
  }
  return isChanged
}

/** Whether the ring crosses itself between two passes of a point: one pass has its ends on both sides of the other. */
function crossesAt(ring: readonly Vertex[], one: number, other: number): boolean {
  const { x, y } = ring[one]!
  const angleOf = (index: number) => {
    const to = ring.at(index % ring.length)!
    return Math.atan2(to.y - y, to.x - x)
  }
  const [first, second] = [angleOf(one - 1), angleOf(one + 1)]
  const [start, end] = [Math.min(first, second), Math.max(first, second)]
  const [third, fourth] = [angleOf(other - 1), angleOf(other + 1)]
  // parts that run along each other do not cross
  if (third === start || third === end || fourth === start || fourth === end) return false
  return (third > start && third < end) !== (fourth > start && fourth < end)
}
