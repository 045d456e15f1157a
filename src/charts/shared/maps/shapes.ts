import { geohashRanges } from '../../../model/geography/geohash.ts'
import { decodePolyline } from '../../../model/geography/polyline.ts'
import type { ChartData, JsonCell } from '../../../model/query/chartData.ts'
import { isRecord } from '../../../model/wire/json.ts'
import { cellsOf } from '../plot/cells.ts'
import { unbroken, unbrokenRing } from './antimeridian.ts'
import { uncrossed } from './uncrossed.ts'

/** Reads lines and areas from cells: lists of points as JSON, encoded polylines, geohashes, or GeoJSON. */

export type Encoding = 'json' | 'polyline' | 'geohash'

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

/** The marks of the rows of a result. A row can have several marks. */
export interface Marks<Mark> {
  /** the row of each mark */
  rows: number[]
  marks: Mark[]
  /** number of rows without a valid shape */
  missing: number
  /** number of rows whose shapes have more text or points than a browser can draw */
  tooLarge: number
}

/** Maximum characters of one cell: 10 MB take a tenth of a second to read. */
const mostCharacters = 10_000_000
/** Maximum points of all rows. */
const mostPoints = 1_000_000

interface Reading<Mark> {
  column: string | undefined
  /** the marks of a cell; undefined if it is not valid */
  read: (cell: JsonCell) => Mark[] | undefined
  pointsOf: (mark: Mark) => number
}

function readMarks<Mark>(answer: ChartData | undefined, { column, read, pointsOf }: Reading<Mark>): Marks<Mark> {
  const found: Marks<Mark> = { rows: [], marks: [], missing: 0, tooLarge: 0 }
  let points = 0
  for (const [row, cell] of cellsOf(answer, column).entries()) {
    if (points > mostPoints || (typeof cell === 'string' && cell.length > mostCharacters)) {
      found.tooLarge += 1
      continue
    }
    const marks = cell === null || cell === '' ? [] : (read(cell) ?? [])
    const count = marks.reduce((sum, mark) => sum + pointsOf(mark), 0)
    if (marks.length === 0) found.missing += 1
    else if (points + count > mostPoints) found.tooLarge += 1
    else {
      points += count
      for (const mark of marks) {
        found.rows.push(row)
        found.marks.push(mark)
      }
    }
  }
  return found
}

interface Written {
  column: string | undefined
  encoding: Encoding
  /** the latitude is first */
  reversed: boolean
}

const lengthOf = (line: Line) => line.length
const sizeOf = (area: Area) => area.reduce((sum, ring) => sum + ring.length, 0)

/** The lines of the rows. Areas are drawn as their outlines. */
export const readLines = (answer: ChartData | undefined, { column, encoding, reversed }: Written): Marks<Line> =>
  readMarks(answer, {
    column,
    read: (cell) => {
      const shape = readShape(decode(cell, encoding), reversed, 'line')
      return shape && [...shape.lines, ...shape.areas.flat()]
    },
    pointsOf: lengthOf,
  })

/** The areas of the rows. */
export const readAreas = (answer: ChartData | undefined, { column, encoding, reversed }: Written): Marks<Area> =>
  readMarks(answer, {
    column,
    read: (cell) => readShape(decode(cell, encoding), reversed, 'area')?.areas,
    pointsOf: sizeOf,
  })

/** The GeoJSON features of the rows. */
export const readFeatures = (answer: ChartData | undefined, column: string | undefined): Marks<Shape> =>
  readMarks(answer, {
    column,
    read: (cell) => {
      const value = decode(cell, 'json')
      return isRecord(value) ? readGeoJson(value, false, {}) : undefined
    },
    pointsOf: ({ points, lines, areas }) =>
      points.length +
      lines.reduce((sum, line) => sum + line.length, 0) +
      areas.reduce((sum, area) => sum + sizeOf(area), 0),
  })

/** The value that a cell contains; undefined if it cannot be read. */
function decode(cell: JsonCell, encoding: Encoding): unknown {
  if (encoding === 'polyline') return typeof cell === 'string' ? decodePolyline(cell) : undefined
  if (encoding === 'geohash') return boxOf(String(cell))
  if (typeof cell !== 'string') return cell
  try {
    return JSON.parse(cell)
  } catch {
    return undefined
  }
}

function boxOf(geohash: string): Line | undefined {
  const ranges = geohashRanges(geohash.trim())
  if (ranges === undefined || geohash.trim() === '') return undefined
  const [[west, east], [south, north]] = ranges
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
    [west, north],
  ]
}

/** Reads lists of points, lists of such lists, or GeoJSON. */
function readShape(value: unknown, reversed: boolean, kind: 'line' | 'area'): Shape | undefined {
  if (isRecord(value)) return joined(readGeoJson(value, reversed, {}))
  const isLine = kind === 'line'
  switch (depthOf(value)) {
    case 2:
      return readGeometry(isLine ? 'LineString' : 'Polygon', isLine ? value : [value], reversed)
    case 3:
      return readGeometry(isLine ? 'MultiLineString' : 'Polygon', value, reversed)
    case 4:
      return readGeometry('MultiPolygon', value, reversed)
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
function readGeoJson(
  value: Record<string, unknown>,
  reversed: boolean,
  properties: Record<string, unknown>,
  depth = 0,
): Shape[] | undefined {
  const { type } = value
  if (depth > mostDepth) return undefined
  if (type === 'Feature') {
    const { geometry } = value
    if (!isRecord(geometry)) return undefined
    return readGeoJson(geometry, reversed, isRecord(value.properties) ? value.properties : {}, depth + 1)
  }
  const parts =
    type === 'FeatureCollection' ? value.features : type === 'GeometryCollection' ? value.geometries : undefined
  if (Array.isArray(parts)) {
    const shapes = parts.map((part) =>
      isRecord(part) ? readGeoJson(part, reversed, properties, depth + 1) : undefined,
    )
    return shapes.every((shape) => shape !== undefined) ? shapes.flat() : undefined
  }
  const shape = readGeometry(type, value.coordinates, reversed)
  return shape && [{ ...shape, properties }]
}

function readGeometry(type: unknown, coordinates: unknown, reversed: boolean): Shape | undefined {
  const none: Shape = { points: [], lines: [], areas: [], properties: {} }
  switch (type) {
    case 'Point': {
      const point = readPoint(coordinates, reversed)
      return point && { ...none, points: [point] }
    }
    case 'MultiPoint': {
      const points = all(coordinates, (each) => readPoint(each, reversed))
      return points && { ...none, points }
    }
    case 'LineString': {
      const line = readLine(coordinates, reversed)
      return line && { ...none, lines: [line] }
    }
    case 'MultiLineString': {
      const lines = all(coordinates, (each) => readLine(each, reversed))
      return lines && { ...none, lines }
    }
    case 'Polygon': {
      const area = readArea(coordinates, reversed)
      return area && { ...none, areas: [area] }
    }
    case 'MultiPolygon': {
      const areas = all(coordinates, (each) => readArea(each, reversed))
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

function readPoint(value: unknown, reversed: boolean): Point | undefined {
  if (!Array.isArray(value)) return undefined
  const [longitude, latitude]: unknown[] = reversed ? [value[1], value[0]] : value
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return undefined
  return Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90 ? [longitude, latitude] : undefined
}

function readLine(value: unknown, reversed: boolean): Line | undefined {
  const points = all(value, (each) => readPoint(each, reversed))
  return points && points.length > 1 ? unbroken(points) : undefined
}

/** A ring needs three points in addition to the last one, which closes it. */
function readRing(value: unknown, reversed: boolean): Line | undefined {
  const points = all(value, (each) => readPoint(each, reversed))
  if (points === undefined) return undefined
  const [first, last] = [points[0]!, points.at(-1)!]
  const isClosed = first[0] === last[0] && first[1] === last[1]
  return points.length - Number(isClosed) < 3 ? undefined : uncrossed(unbrokenRing(points))
}

/** Moves holes to the same side of 180 degrees as their outer ring. */
function readArea(value: unknown, reversed: boolean): Area | undefined {
  const rings = all(value, (each) => readRing(each, reversed))
  const [outer, ...holes] = rings ?? []
  if (outer === undefined) return undefined
  const middle = middleOf(outer)
  const moved = holes.map((hole) => {
    const turn = 360 * Math.round((middle - middleOf(hole)) / 360)
    return turn === 0 ? hole : hole.map(([x, y]): Point => [x + turn, y])
  })
  return [outer, ...moved]
}

function middleOf(line: Line): number {
  let [west, east] = [Infinity, -Infinity]
  for (const [x] of line) {
    if (x < west) west = x
    if (x > east) east = x
  }
  return (west + east) / 2
}

/** The coordinates of lines, alternating, to find the box around them. */
export function flatPositions(lines: readonly Line[]): Float64Array {
  const values = new Float64Array(lines.reduce((sum, line) => sum + line.length * 2, 0))
  let at = 0
  for (const line of lines) {
    for (const [x, y] of line) {
      values[at] = x
      values[at + 1] = y
      at += 2
    }
  }
  return values
}
