import { isRecord } from '../../../model/wire/json.ts'

/** The view of a map: degrees, zoom (the world is 512 px wide at 0), degrees of bearing and of pitch. */
export interface Viewport {
  longitude: number
  latitude: number
  zoom: number
  bearing: number
  pitch: number
}

export const startViewport: Viewport = {
  longitude: 6.85236157047845,
  latitude: 31.222656842808707,
  zoom: 1,
  bearing: 0,
  pitch: 0,
}

const limits: Record<keyof Viewport, readonly [least: number, most: number]> = {
  longitude: [-180, 180],
  latitude: [-90, 90],
  zoom: [0, 22],
  bearing: [-360, 360],
  pitch: [0, 60],
}

/** A saved viewport; missing or invalid values are replaced with those of a new chart. */
export function readViewport(saved: unknown): Viewport {
  const given = isRecord(saved) ? saved : {}
  const viewport = { ...startViewport }
  for (const name of Object.keys(limits) as (keyof Viewport)[]) {
    const [least, most] = limits[name]
    const value = given[name] == null || given[name] === '' ? Number.NaN : Number(given[name])
    if (Number.isFinite(value)) viewport[name] = Math.min(most, Math.max(least, value))
  }
  return viewport
}

export type Bounds = [[west: number, south: number], [east: number, north: number]]

/** The edge of the Mercator projection, in degrees of latitude. */
export const mercatorEdge = 85.05112877980659

/** Places beyond the edge are shown at the edge. */
export const onMap = (latitude: number) => Math.min(mercatorEdge, Math.max(-mercatorEdge, latitude))

/** The smallest box around places (longitudes and latitudes, alternating); undefined if there are none. */
export function boundsOf(...lists: Float64Array[]): Bounds | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const values of lists) {
    for (let at = 0; at < values.length; at += 2) {
      const [x, y] = [values[at]!, values[at + 1]!]
      if (Number.isNaN(x)) continue
      if (x < west) west = x
      if (x > east) east = x
      if (y < south) south = y
      if (y > north) north = y
    }
  }
  return west > east
    ? undefined
    : [
        [west, onMap(south)],
        [east, onMap(north)],
      ]
}

/** The smallest box around boxes; undefined if there are none. */
export function unionOf(boxes: readonly (Bounds | undefined)[]): Bounds | undefined {
  const known = boxes.filter((box) => box !== undefined)
  if (known.length === 0) return undefined
  return [
    [Math.min(...known.map(([[west]]) => west)), Math.min(...known.map(([[, south]]) => south))],
    [Math.max(...known.map(([, [east]]) => east)), Math.max(...known.map(([, [, north]]) => north))],
  ]
}

const radians = Math.PI / 180
/** The vertical position of a latitude on a Mercator map whose width is 1, from its center upwards. */
export const heightOf = (latitude: number) => Math.log(Math.tan(Math.PI / 4 + (latitude * radians) / 2)) / (2 * Math.PI)
export const latitudeOf = (height: number) => (2 * Math.atan(Math.exp(height * 2 * Math.PI)) - Math.PI / 2) / radians

interface Size {
  width: number
  height: number
}

/** width of the world in px at zoom 0 */
const worldSize = 512
/** padding around the data in px */
const padding = 24
/** Maximum zoom: a single place is shown with its surroundings. */
const closest = 14

/** The view of a map of this size that shows a box. `around`: px around it. */
export function fitBounds([[west, south], [east, north]]: Bounds, { width, height }: Size, around = padding): Viewport {
  const free = Math.min(around, Math.min(width, height) / 4)
  const [low, high] = [heightOf(south), heightOf(north)]
  const zoomFor = (px: number, part: number) => Math.log2(Math.max(1, px - 2 * free) / (worldSize * part))
  const zoom = Math.min(closest, zoomFor(width, (east - west) / 360), zoomFor(height, high - low))
  return { ...startViewport, longitude: (west + east) / 2, latitude: latitudeOf((low + high) / 2), zoom }
}

/** px around marks, if these need more space than the padding */
const aroundMarks = 6
/** Marks that have reached their largest size cover more of the ground on a wider view: it is widened in growing steps. */
const mostSteps = 6

/**
 * The view of a map of this size that shows a box of places and all of their marks. `marksAt`: the box around the marks
 * at a zoom; marks can be larger than the padding.
 */
export function fitMarks(
  bounds: Bounds,
  size: Size,
  around?: number,
  marksAt?: (zoom: number) => Bounds | undefined,
): Viewport {
  const [[west, south], [east, north]] = bounds
  if (east - west > 360) {
    // a line may go around the world many times: the map repeats, and one world shows all of it
    const world: Bounds = [
      [-180, south],
      [180, north],
    ]
    return fitBounds(world, size, around)
  }
  let view = fitBounds(bounds, size, around)
  for (let step = 0; step < mostSteps; step++) {
    const marks = marksAt?.(view.zoom)
    const fitted = marks && fitBounds(marks, size, aroundMarks)
    if (!fitted) break
    // on a closer view, marks cover less of the ground: those of this view fit there, too
    if (fitted.zoom >= view.zoom) return step === 0 ? view : fitted
    const more = step < 2 ? 0 : 2 ** (step - 1)
    view = { ...fitted, zoom: Math.min(fitted.zoom, Math.max(0, fitted.zoom - more)) }
  }
  return view
}

/** Width of the whole world in px at a zoom. */
export const worldPixels = (zoom: number) => worldSize * 2 ** zoom

const equatorMeters = 40_075_016.686

/** px per meter at a latitude; beyond the edge of the map as at the edge, where such places are shown. */
export const pixelsOfMeter = (zoom: number, latitude: number) =>
  worldPixels(zoom) / (equatorMeters * Math.cos(onMap(latitude) * radians))

/** Returns a function that projects longitude and latitude to px in a picture of this size. */
export function placesIn(view: Viewport, { width, height }: Size) {
  const world = worldPixels(view.zoom)
  const middle = heightOf(onMap(view.latitude))
  return ([longitude, latitude]: readonly [number, number]): [x: number, y: number] => [
    width / 2 + ((longitude - view.longitude) / 360) * world,
    height / 2 + (middle - heightOf(onMap(latitude))) * world,
  ]
}

/**
 * The box of a picture whose top left corner is that of a map of this size: west, south, east, north. The picture may be
 * larger than the map.
 */
export function boxOfView(view: Viewport, map: Size, picture: Size): [number, number, number, number] {
  const world = worldPixels(view.zoom)
  const middle = heightOf(onMap(view.latitude))
  const west = view.longitude - (map.width / 2 / world) * 360
  const top = middle + map.height / 2 / world
  return [west, latitudeOf(top - picture.height / world), west + (picture.width / world) * 360, latitudeOf(top)]
}
