import { decodePolyline } from '../../model/geography/polyline.ts'
import { parseLargeJson } from '../../model/wire/json.ts'
import type { Cell, Frame } from '../frame.ts'
import { isMissing } from '../post/columns.ts'
import { refuse } from '../post/error.ts'
import { geohashBounds } from '../post/geohash.ts'
import type { ShapeOptions } from './shapeOptions.ts'
import { rowsOf, valuesOf } from './shapes.ts'

/** Shapes for maps. Positions have the longitude first. */

type Row = Record<string, Cell>
type Point = [longitude: number, latitude: number]

/** How a point is stored in columns (a control of type "spatial"). */
export interface Spatial {
  type?: string
  lonCol?: string
  latCol?: string
  lonlatCol?: string
  geohashCol?: string
  reverseCheckbox?: boolean
}

/** What the features of a layer are. */
export type MapFeatures = 'points' | 'arcs' | 'lines' | 'areas' | 'objects' | 'weights' | 'weightsOverTime'

/** The form data that map layers read. */
export interface MapSettings {
  features: MapFeatures
  /** The point of a feature, or its two points. */
  spatial?: Spatial
  start?: Spatial
  end?: Spatial
  dimension?: string | null
  line?: { column: string; type: string; reversed: boolean }
  geojson?: string
  /** Radius or height: a number, or the label of a metric. */
  size?: { fixed?: unknown; metric?: string }
  extra: string[]
}

const DIGITS = 1e10
const rounded = (value: Cell) => Math.round(Number(value) * DIGITS) / DIGITS

/** GeoJSON points with bounds, and the related settings of the form. */
export function points(frame: Frame, { roles, settings }: ShapeOptions) {
  const [x, y] = [valuesOf(frame, roles.x), valuesOf(frame, roles.y)]
  const [metric, radius] = [valuesOf(frame, roles.label), valuesOf(frame, roles.radius)]
  const features = x.map((longitude, row) => ({
    type: 'Feature',
    properties: { metric: metric[row] ?? null, radius: radius[row] ?? null },
    geometry: { type: 'Point', coordinates: [rounded(longitude), rounded(y[row] ?? null)] },
  }))
  const range = (values: Cell[]) => {
    const present = values.filter((value) => !isMissing(value)).map(Number)
    return present.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)] as const, [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ] as readonly [number, number])
  }
  const [[west, east], [south, north]] = [range(x), range(y)]
  return {
    geoJSON: { type: 'FeatureCollection', features },
    hasCustomMetric: roles.label !== undefined,
    ...settings,
    bounds: [
      [west, south],
      [east, north],
    ],
  }
}

/** The features of one map layer. */
export function layer(frame: Frame, { metrics, settings }: ShapeOptions) {
  // the caller for this shape builds its settings: `legacyMaps.ts` on the server
  const map = settings as unknown as MapSettings
  const features = rowsOf(frame).map((row) => {
    const feature = featureOf(map, row, metrics)
    const extra =
      map.extra.length > 0 ? { extraProps: Object.fromEntries(map.extra.map((name) => [name, row[name]])) } : {}
    return { ...feature, ...extra }
  })
  return map.features === 'arcs' ? { features } : { features, metricLabels: metrics }
}

function featureOf(map: MapSettings, row: Row, metrics: string[]): object {
  const time = { __timestamp: row['__timestamp'] ?? null }
  const color = map.dimension ? (row[map.dimension] ?? null) : null
  const value = metrics[0] === undefined ? null : (row[metrics[0]] ?? null)
  switch (map.features) {
    case 'points': {
      const measured = map.size?.metric === undefined ? null : (row[map.size.metric] ?? null)
      const position = pointOf(map.spatial, row)
      return { metric: measured, radius: map.size?.fixed ?? measured, cat_color: color, position, ...time }
    }
    case 'arcs':
      return {
        sourcePosition: pointOf(map.start, row),
        targetPosition: pointOf(map.end, row),
        cat_color: color,
        ...time,
      }
    case 'lines':
      return { ...lineOf(map, row, 'path'), ...time }
    case 'areas': {
      const elevation = map.size?.metric === undefined ? (map.size?.fixed ?? null) : (row[map.size.metric] ?? null)
      return { ...lineOf(map, row, 'polygon'), ...time, elevation }
    }
    case 'objects':
      return objectOf(row[map.geojson ?? ''] ?? null)
    case 'weightsOverTime':
      return { position: pointOf(map.spatial, row), weight: value || 1, ...time }
    case 'weights':
      return { position: pointOf(map.spatial, row), weight: value || 1 }
  }
}

const MISSING_POINT = 'Encountered invalid NULL spatial entry, please consider filtering those out'

function pointOf(spatial: Spatial | undefined, row: Row): Point {
  const cell = (name: string | undefined) => row[name ?? ''] ?? null
  const read = (): Point | null => {
    if (spatial?.type === 'latlong') {
      const [longitude, latitude] = [cell(spatial.lonCol), cell(spatial.latCol)]
      return isMissing(longitude) || isMissing(latitude) ? null : [Number(longitude), Number(latitude)]
    }
    if (spatial?.type === 'delimited') {
      const parts = String(cell(spatial.lonlatCol) ?? '')
        .split(/\s*[,;]\s*|\s+/)
        .filter(Boolean)
        .map(Number)
      return parts.length === 2 && parts.every(Number.isFinite) ? (parts as Point) : null
    }
    const hash = cell(spatial?.geohashCol)
    if (isMissing(hash)) return null
    const { west, east, south, north } = geohashBounds(String(hash))
    return [(west + east) / 2, (south + north) / 2]
  }
  const point = read() ?? refuse(MISSING_POINT)
  return spatial?.reverseCheckbox ? [point[1], point[0]] : point
}

/** A row whose line is parsed. The original text of the line is kept only if it is a geohash. */
function lineOf({ line }: MapSettings, row: Row, name: string): object {
  if (!line) return refuse('Please choose the column of the lines')
  const { [line.column]: written = null, ...rest } = row
  const path = isMissing(written) ? [] : read(String(written), line.type)
  const turned = line.reversed ? path.map((point) => (Array.isArray(point) ? [point[1], point[0]] : point)) : path
  return { ...(line.type === 'geohash' ? row : rest), [name]: turned }
}

function read(text: string, type: string): unknown[] {
  if (type === 'polyline') return decodePolyline(text) ?? refuse('A line is not an encoded polyline')
  if (type === 'geohash') {
    const { west, east, south, north } = geohashBounds(text)
    return [
      [west, north],
      [east, north],
      [east, south],
      [west, south],
      [west, north],
    ]
  }
  const value = parsed(text)
  return Array.isArray(value) ? value : refuse(`A line is not a list of points: ${text.slice(0, 60)}`)
}

function parsed(text: string): unknown {
  try {
    return parseLargeJson(text)
  } catch {
    return refuse(`A line or shape is not JSON: ${text.slice(0, 60)}`)
  }
}

function objectOf(cell: Cell): object {
  const value = parsed(String(cell))
  return typeof value === 'object' && value !== null ? value : refuse('A shape is not GeoJSON')
}
