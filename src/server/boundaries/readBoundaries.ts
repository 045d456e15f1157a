import { geoArea } from 'd3-geo'
import type { Feature, FeatureCollection, GeoJsonObject, MultiPolygon, Position } from 'geojson'
import { feature, quantize } from 'topojson-client'
import { topology } from 'topojson-server'
import { presimplify, quantile, simplify } from 'topojson-simplify'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { unbroken } from '../../charts/shared/maps/antimeridian.ts'
import { folded, type Region } from '../../model/geography/savedMap.ts'
import { isRecord } from '../../model/wire/json.ts'
import { findProperties, type Properties, textOf } from './findProperties.ts'

/** The boundaries of a file as charts read them, and what was found in the file. */
export interface ReadBoundaries {
  /** TopoJSON with one object, `regions` */
  topology: Topology<{ regions: GeometryCollection<Region> }> & { isPlan?: true }
  regions: number
  codeProperty: string | null
  nameProperty: string | null
  isPlan: boolean
  /** sentences about what was left out or simplified */
  notes: string[]
}

export interface Wishes {
  codeProperty?: string | undefined
  nameProperty?: string | undefined
  isPlan?: boolean | undefined
}

/** The file cannot become a map: the message says why, and if possible the place in the file. */
export class BoundaryError extends Error {}

export const limits = {
  regions: 5000,
  /** maximum number of points in the file */
  points: 4_000_000,
  /** maximum number of points in the map: beyond it, details are left out */
  shownPoints: 120_000,
}
/** Number of coordinate steps across a map. */
const steps = 100_000

interface Area {
  /** the number of its feature in the file, from 1 */
  at: number
  polygons: Position[][][]
  properties: Properties
}

/**
 * Reads GeoJSON or TopoJSON. Features with the same code are one region. Coordinates that are not degrees are those of
 * a plan (such as a floor plan), with y upwards.
 * @throws BoundaryError
 */
export function readBoundaries(text: string, wishes: Wishes = {}, mostShown = limits.shownPoints): ReadBoundaries {
  const features = featuresOf(parsed(text))
  const count = { points: 0 }
  const areas = features.flatMap((each, at) => areaOf(each, { at: at + 1, count }) ?? [])
  if (areas.length === 0) throw new BoundaryError('it has no areas: a map needs features with polygons.')
  const outside = wishes.isPlan === undefined ? outsideOfDegrees(areas) : undefined
  const isPlan = wishes.isPlan ?? outside !== undefined
  const { codeProperty, nameProperty, others } = findProperties(
    areas.map(({ properties }) => properties),
    wishes,
    (property) => new BoundaryError(`no feature has the property “${property}”.`),
  )
  const regions = regionsOf(areas, { codeProperty, nameProperty, others })
  if (regions.length > limits.regions)
    throw new BoundaryError(`it has ${regions.length} regions: a map has at most ${limits.regions}.`)
  const skipped = features.length - areas.length
  const merged = areas.length - regions.length
  const nameless = regions.filter(({ isNameless }) => isNameless).length
  const { shape, left } = shapeOf(
    regions.map(
      ({ region, polygons }): Feature<MultiPolygon, Region> => ({
        type: 'Feature',
        properties: region,
        geometry: { type: 'MultiPolygon', coordinates: isPlan ? polygons : onGlobe(polygons, areas[0]!) },
      }),
    ),
    mostShown,
  )
  return {
    topology: isPlan ? { ...shape, isPlan } : shape,
    regions: regions.length,
    codeProperty: codeProperty ?? null,
    nameProperty: nameProperty ?? null,
    isPlan,
    notes: [
      skipped > 0 && `${skipped} of ${features.length} features are not areas and were left out.`,
      merged > 0 && mergedText(merged),
      nameless > 0 && namelessText(nameless, regions.length),
      outside &&
        `Feature ${outside.at} has the coordinates ${outside.place.join(', ')}, which are not degrees: the map is a plan.`,
      left !== undefined && `Details were left out: ${left.shown} of ${left.all} points are drawn.`,
    ].filter((note) => typeof note === 'string'),
  }
}

const mergedText = (merged: number) =>
  merged === 1
    ? 'One area has the code of another one and is part of its region.'
    : `${merged} areas have the code of another one and are part of its region.`

const namelessText = (nameless: number, regions: number) =>
  nameless === regions
    ? 'No area has a code or a name, so charts find no rows for it: add a property such as “code” to the features.'
    : `Charts find no rows for regions that have no code and no name: ${nameless} of ${regions}.`

function parsed(text: string): Record<string, unknown> {
  const json = text.replace(/^\uFEFF/, '').trimStart()
  if (!/^[{[]/.test(json)) throw new BoundaryError('it is no GeoJSON or TopoJSON: such a file begins with “{”.')
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw new BoundaryError(`it is no JSON (${error instanceof Error ? error.message : String(error)}).`)
  }
  if (!isRecord(value)) throw new BoundaryError('it is no GeoJSON or TopoJSON: it is no object.')
  return value
}

function featuresOf(value: Record<string, unknown>): Record<string, unknown>[] {
  switch (value['type']) {
    case 'FeatureCollection': {
      const { features } = value
      if (!Array.isArray(features)) throw new BoundaryError('its list of features is missing.')
      return features.filter(isRecord)
    }
    case 'Feature':
      return [value]
    case 'Topology':
      return ofTopology(value)
    case 'Polygon':
    case 'MultiPolygon':
      return [{ type: 'Feature', properties: {}, geometry: value }]
    default:
      throw new BoundaryError(
        `it is no GeoJSON or TopoJSON: its type is ${JSON.stringify(value['type']) ?? 'missing'}.`,
      )
  }
}

/** The features of the object with the most areas in a topology. */
function ofTopology(value: Record<string, unknown>): Record<string, unknown>[] {
  const objects = isRecord(value['objects']) ? Object.values(value['objects']).filter(isRecord) : []
  const areasIn = (object: Record<string, unknown>) =>
    [object['geometries'] ?? object].flat().filter((each) => isRecord(each) && String(each['type']).endsWith('Polygon'))
      .length
  const [most] = objects.toSorted((one, other) => areasIn(other) - areasIn(one))
  if (most === undefined || areasIn(most) === 0)
    throw new BoundaryError('it has no areas: no object of the topology has polygons.')
  try {
    const found = feature(value as unknown as Topology, most as never) as GeoJsonObject
    return featuresOf(found as unknown as Record<string, unknown>)
  } catch (error) {
    if (error instanceof BoundaryError) throw error
    throw new BoundaryError('its arcs cannot be read.', { cause: error })
  }
}

/** The number of a feature in the file, from 1, and the points of the file so far. */
interface Place {
  at: number
  count: { points: number }
}

/** The polygons of a feature; undefined if it is not an area. */
function areaOf(value: Record<string, unknown>, place: Place): Area | undefined {
  const polygons = polygonsOf(value['geometry'], place)
  if (polygons.length === 0) return undefined
  const own = isRecord(value['properties']) ? value['properties'] : {}
  const id = value['id']
  return { at: place.at, polygons, properties: id === undefined || 'id' in own ? own : { ...own, id } }
}

function polygonsOf(geometry: unknown, place: Place): Position[][][] {
  if (!isRecord(geometry)) return []
  const { type, coordinates } = geometry
  if (type === 'GeometryCollection') return [geometry['geometries']].flat().flatMap((each) => polygonsOf(each, place))
  if (type !== 'Polygon' && type !== 'MultiPolygon') return []
  const polygons: unknown = type === 'Polygon' ? [coordinates] : coordinates
  return listOf(polygons, place).flatMap((rings) => {
    const [outer, ...holes] = listOf(rings, place).map((ring) => listOf(ring, place).map((point) => read(point, place)))
    return isRing(outer) ? [[outer, ...holes.filter(isRing)]] : []
  })
}

/** Whether a ring has an area: it needs at least three corners. */
const isRing = (ring: Position[] | undefined): ring is Position[] => ring !== undefined && ring.length >= 3

const broken = ({ at }: Place) => new BoundaryError(`feature ${at} has coordinates that cannot be read.`)

function listOf(value: unknown, place: Place): unknown[] {
  if (!Array.isArray(value)) throw broken(place)
  return value as unknown[]
}

function read(point: unknown, place: Place): Position {
  const [x, y] = Array.isArray(point) ? (point as unknown[]) : []
  if (!isCoordinate(x) || !isCoordinate(y)) throw broken(place)
  place.count.points += 1
  if (place.count.points > limits.points)
    throw new BoundaryError(`it has more than ${limits.points} points. Simplify it, for example with mapshaper.`)
  return [x, y]
}

/** Maximum absolute value of a coordinate: computing with larger numbers could overflow. */
const largest = 1e15
const isCoordinate = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= largest

/**
 * The first coordinates that are not degrees, and the number of their feature. Areas that cross 180 degrees may
 * continue to 360.
 */
function outsideOfDegrees(areas: readonly Area[]): { at: number; place: Position } | undefined {
  for (const { at, polygons } of areas)
    for (const rings of polygons)
      for (const ring of rings) {
        const place = ring.find(([x = 0, y = 0]) => Math.abs(x) > 360 || Math.abs(y) > 90)
        if (place) return { at, place }
      }
  return undefined
}

interface Found {
  codeProperty: string | undefined
  nameProperty: string | undefined
  others: readonly string[]
}

/** The regions, in the order of the file. */
function regionsOf(areas: readonly Area[], { codeProperty, nameProperty, others }: Found) {
  const byCode = new Map<string, { region: Region; polygons: Position[][][]; isNameless: boolean }>()
  for (const [at, { polygons, properties }] of areas.entries()) {
    const valueOf = (property: string | undefined) => (property === undefined ? '' : textOf(properties[property]))
    const code = valueOf(codeProperty)
    const known = code === '' ? undefined : byCode.get(folded(code))
    if (known) {
      known.polygons.push(...polygons)
      continue
    }
    const ownName = valueOf(nameProperty) || code
    const name = ownName || `Region ${at + 1}`
    const also = others.map(valueOf).filter((text) => text !== '' && text !== code && text !== name)
    const region: Region = { ...(code !== '' && { code }), name, ...(also.length > 0 && { also }) }
    const isNameless = ownName === '' && also.length === 0
    byCode.set(code === '' ? `\n${at}` : folded(code), { region, polygons: [...polygons], isNameless })
  }
  return [...byCode.values()]
}

/** Rings as spherical geometry reads them: on one side of 180 degrees, and outer rings clockwise. */
function onGlobe(
  polygons: readonly Position[][][],
  { polygons: [[[[start = 0] = []] = []] = []] }: Area,
): Position[][][] {
  return polygons.map((rings) =>
    rings.map((ring, at) => {
      const whole = unbroken(ring)
      const turn = 360 * Math.round((start - (whole[0]?.[0] ?? 0)) / 360)
      const placed = turn === 0 ? whole : whole.map(([x = 0, y = 0]): Position => [x + turn, y])
      return isClockwise(placed) === (at === 0) ? placed : placed.toReversed()
    }),
  )
}

/** A ring around a pole does not end at the longitude where it began: it contains less than half of the globe. */
function isClockwise(ring: readonly Position[]): boolean {
  const isAroundPole = Math.abs((ring.at(-1)?.[0] ?? 0) - (ring[0]?.[0] ?? 0)) > 180
  return isAroundPole ? geoArea({ type: 'Polygon', coordinates: [[...ring]] }) < 2 * Math.PI : signedArea(ring) < 0
}

/** Positive if the ring runs counterclockwise. */
function signedArea(ring: readonly Position[]): number {
  let sum = 0
  for (let at = 1; at < ring.length; at += 1) {
    const [[x = 0, y = 0], [nextX = 0, nextY = 0]] = [ring[at - 1]!, ring[at]!]
    sum += x * nextY - nextX * y
  }
  return sum
}

/** Neighbors share their borders, so that no gaps appear between them where details are left out. */
function shapeOf(features: Feature<MultiPolygon, Region>[], most: number) {
  const collection: FeatureCollection<MultiPolygon, Region> = { type: 'FeatureCollection', features }
  const whole = topology({ regions: collection }) as ReadBoundaries['topology']
  const all = pointsIn(whole)
  if (all <= most) return { shape: quantize(whole, steps) as ReadBoundaries['topology'], left: undefined }
  const weighted = presimplify(whole as never)
  let simple = whole
  // if many points have the same weight, more of them than requested are kept
  for (let share = most / all; pointsIn(simple) > most && share * all > 1; share /= 2)
    simple = simplify(weighted, quantile(weighted, share)) as unknown as typeof whole
  return { shape: quantize(simple, steps) as ReadBoundaries['topology'], left: { shown: pointsIn(simple), all } }
}

const pointsIn = ({ arcs }: { arcs: readonly (readonly unknown[])[] }) => arcs.reduce((sum, arc) => sum + arc.length, 0)
