import { isRecord } from '../../../model/wire/json.ts'
import { unbroken, unbrokenRing } from './antimeridian.ts'
import { fewerPoints } from './fewerPoints.ts'
import { holesWithin } from './holes.ts'
import { type UncrossingWork, uncrossed } from './uncrossed.ts'

/** Reads lists of points and GeoJSON. */

export type Point = [longitude: number, latitude: number]
export type Line = Point[]
/** The outer ring, then the holes. */
export type Area = Line[]

/** The parts of one cell, with the properties of their GeoJSON feature. */
export interface Shape {
  points: Point[]
  lines: Line[]
  areas: Area[]
  properties: Record<string, unknown>
}

/** How the shapes of one map are read. */
export interface HowRead {
  /** the latitude is first */
  reversed: boolean
  work: UncrossingWork
  /** distance in degrees between points of areas that are left out */
  gap: number
}

/** Reads lists of points, lists of such lists, or GeoJSON. */
export function readShape(value: unknown, how: HowRead, kind: 'line' | 'area'): Shape | undefined {
  if (isRecord(value)) return joined(readGeoJson(value, how, {}))
  const isLine = kind === 'line'
  switch (depthOf(value)) {
    case 2:
      return readGeometry(isLine ? 'LineString' : 'Polygon', isLine ? value : [value], how)
    case 3:
      return readGeometry(isLine ? 'MultiLineString' : 'Polygon', value, how)
    case 4:
      return readGeometry('MultiPolygon', value, how)
    default:
      return undefined
  }
}

/** The depth of nested lists: 1 for the coordinates of a point. */
function depthOf(value: unknown): number {
  let depth = 0
  let inner = value
  while (Array.isArray(inner) && depth < 5) {
    depth += 1
    inner = inner[0]
  }
  return depth
}

function joined(shapes: Shape[] | undefined): Shape | undefined {
  if (shapes === undefined) return undefined
  return {
    points: shapes.flatMap(({ points }) => points),
    lines: shapes.flatMap(({ lines }) => lines),
    areas: shapes.flatMap(({ areas }) => areas),
    properties: shapes[0]?.properties ?? {},
  }
}

/** Maximum depth of nested collections. */
const mostDepth = 8

/** The shapes of GeoJSON; undefined if any of it is not valid, so that no part is left out silently. */
export function readGeoJson(
  value: Record<string, unknown>,
  how: HowRead,
  properties: Record<string, unknown>,
  depth = 0,
): Shape[] | undefined {
  const { type } = value
  if (depth > mostDepth) return undefined
  if (type === 'Feature') {
    const { geometry } = value
    if (!isRecord(geometry)) return undefined
    return readGeoJson(geometry, how, isRecord(value.properties) ? value.properties : {}, depth + 1)
  }
  const parts =
    type === 'FeatureCollection' ? value.features : type === 'GeometryCollection' ? value.geometries : undefined
  if (Array.isArray(parts)) {
    const shapes = parts.map((part) => (isRecord(part) ? readGeoJson(part, how, properties, depth + 1) : undefined))
    return shapes.every((shape) => shape !== undefined) ? shapes.flat() : undefined
  }
  const shape = readGeometry(type, value.coordinates, how)
  return shape && [{ ...shape, properties }]
}

function readGeometry(type: unknown, coordinates: unknown, how: HowRead): Shape | undefined {
  const none: Shape = { points: [], lines: [], areas: [], properties: {} }
  switch (type) {
    case 'Point': {
      const point = readPoint(coordinates, how)
      return point && { ...none, points: [point] }
    }
    case 'MultiPoint': {
      const points = all(coordinates, (each) => readPoint(each, how))
      return points && { ...none, points }
    }
    case 'LineString': {
      const line = readLine(coordinates, how)
      return line && { ...none, lines: [line] }
    }
    case 'MultiLineString': {
      const lines = all(coordinates, (each) => readLine(each, how))
      return lines && { ...none, lines }
    }
    case 'Polygon': {
      const area = readArea(coordinates, how)
      return area && { ...none, areas: [area] }
    }
    case 'MultiPolygon': {
      const areas = all(coordinates, (each) => readArea(each, how))
      return areas && { ...none, areas }
    }
    default:
      return undefined
  }
}

/** All items of a list; undefined if it is not a list, is empty, or one item is not valid. */
function all<Item>(value: unknown, read: (item: unknown) => Item | undefined): Item[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const items: Item[] = []
  for (const each of value) {
    const item = read(each)
    if (item === undefined) return undefined
    items.push(item)
  }
  return items
}

function readPoint(value: unknown, how: HowRead): Point | undefined {
  if (!Array.isArray(value)) return undefined
  const [longitude, latitude]: unknown[] = how.reversed ? [value[1], value[0]] : value
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return undefined
  return Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90 ? [longitude, latitude] : undefined
}

function readLine(value: unknown, how: HowRead): Line | undefined {
  const points = all(value, (each) => readPoint(each, how))
  return points && points.length > 1 ? unbroken(points) : undefined
}

/** A ring needs three points in addition to the last one, which closes it. */
function readRing(value: unknown, how: HowRead): Line | undefined {
  const points = all(Array.isArray(value) ? fewerPoints(value, how.gap) : value, (each) => readPoint(each, how))
  if (points === undefined) return undefined
  const [first, last] = [points[0]!, points.at(-1)!]
  const isClosed = first[0] === last[0] && first[1] === last[1]
  return points.length - Number(isClosed) < 3 ? undefined : uncrossed(unbrokenRing(points), how.work)
}

/** Moves holes to the same side of 180 degrees as their outer ring. */
function readArea(value: unknown, how: HowRead): Area | undefined {
  const rings = all(value, (each) => readRing(each, how))
  const [outer, ...holes] = rings ?? []
  if (outer === undefined) return undefined
  const middle = middleOf(outer)
  const moved = holes.map((hole) => {
    const turn = 360 * Math.round((middle - middleOf(hole)) / 360)
    return turn === 0 ? hole : hole.map(([x, y]): Point => [x + turn, y])
  })
  const within = holesWithin(outer, moved, how.work, how.gap)
  return within && [outer, ...within]
}

function middleOf(line: Line): number {
  let [west, east] = [Infinity, -Infinity]
  for (const [x] of line) {
    if (x < west) west = x
    if (x > east) east = x
  }
  return (west + east) / 2
}
