import { isRecord } from '../../../model/wire/json.ts'

/**
 * Finding the triangles of one area with hundreds of thousands of points takes seconds, in which the page does not
 * respond. Most of these points cannot be told apart.
 */

/** The points of the areas of one cell are left out until there are at most this many. */
const wanted = 20_000
/** Areas of one cell that still have more points are not drawn. */
const mostPoints = 50_000
/** Distances below which points are left out, as fractions of the size of the cell's areas. */
const fractions = [1 / 16_000, 1 / 8000, 1 / 4000, 1 / 2000, 1 / 1000, 1 / 500]
/** Minimum points of a ring. */
const fewest = 4
/** Maximum depth of lists and collections. */
const mostDepth = 24

/**
 * Points of a ring that are nearer to the one before them than this distance in degrees are left out; 0: all points are
 * drawn. Undefined if the areas have too many points nevertheless.
 */
export function gapOf(value: unknown): number | undefined {
  const rings = ringsOf(value, [], 0)
  const count = rings.reduce((sum, ring) => sum + ring.length, 0)
  if (count <= wanted) return 0
  const places = rings.map(placesOf)
  const size = sizeOf(places)
  let left = count
  for (const fraction of fractions) {
    left = places.reduce((sum, each) => sum + countOf(each, size * fraction), 0)
    if (left <= wanted) return size * fraction
  }
  return left <= mostPoints ? size * fractions.at(-1)! : undefined
}

/**
 * A ring without the points that are too near to each other. Invalid points are kept, so that reading the ring finds
 * them.
 */
export function fewerPoints(ring: readonly unknown[], gap: number): readonly unknown[] {
  if (gap === 0 || ring.length <= fewest) return ring
  const kept = keptOf(placesOf(ring), gap)
  if (kept.length >= fewest) return kept.map((at) => ring[at])
  const quarter = (ring.length - 1) / 4
  return [0, 1, 2, 3, 4].map((part) => ring[Math.round(part * quarter)])
}

const countOf = (places: Float64Array, gap: number) =>
  Math.max(Math.min(places.length / 2, fewest), keptOf(places, gap).length)

/** The indexes of the points that are kept. The last one closes the ring. */
function keptOf(places: Float64Array, gap: number): number[] {
  const kept: number[] = []
  const last = places.length / 2 - 1
  let [x, y] = [Number.NaN, Number.NaN]
  for (let at = 0; at <= last; at += 1) {
    const nextX = places[2 * at]!
    const nextY = places[2 * at + 1]!
    if (Math.abs(nextX - x) < gap && Math.abs(nextY - y) < gap && at < last) continue
    kept.push(at)
    x = nextX
    y = nextY
  }
  return kept
}

/** The coordinates of a ring, alternating; NaN where they are not numbers. */
function placesOf(ring: readonly unknown[]): Float64Array {
  const places = new Float64Array(2 * ring.length).fill(Number.NaN)
  for (let at = 0; at < ring.length; at += 1) {
    const point = ring[at]
    if (!Array.isArray(point)) continue
    const x: unknown = point[0]
    const y: unknown = point[1]
    if (typeof x === 'number') places[2 * at] = x
    if (typeof y === 'number') places[2 * at + 1] = y
  }
  return places
}

/** The rings of lists of points, or of the areas in GeoJSON. */
function ringsOf(value: unknown, rings: unknown[][], depth: number): unknown[][] {
  if (depth > mostDepth) return rings
  if (Array.isArray(value)) {
    const [first] = value as unknown[]
    if (Array.isArray(first) && !Array.isArray(first[0])) rings.push(value)
    else for (const each of value) ringsOf(each, rings, depth + 1)
  } else if (isRecord(value)) {
    const { type, coordinates, geometry, geometries, features } = value
    const isArea = type === 'Polygon' || type === 'MultiPolygon'
    ringsOf(isArea ? coordinates : [geometry, geometries, features], rings, depth + 1)
  }
  return rings
}

function sizeOf(rings: readonly Float64Array[]): number {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const places of rings) {
    for (let at = 0; at < places.length; at += 2) {
      const x = places[at]!
      const y = places[at + 1]!
      if (x < west) west = x
      if (x > east) east = x
      if (y < south) south = y
      if (y > north) north = y
    }
  }
  return Math.max(0, east - west, north - south)
}
