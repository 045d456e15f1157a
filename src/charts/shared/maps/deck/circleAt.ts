import { heightOf, onMap, pixelsOfMeter, type Viewport, worldPixels } from '../viewport.ts'
import { drawsOnProcessor } from './fewerMarks.ts'
import type { LayerOfView, LayerSpec } from './layerSpec.ts'

/** With fewer circles, deck.gl finds one in less than a tenth of a second, and highlights it. */
const fewest = 2000
/** px around the pointer in which the nearest circle is found */
const around = 4

interface Found {
  layer: string
  index: number
  object: unknown
}

interface Looks {
  layers: readonly (LayerSpec | LayerOfView)[]
  size: { width: number; height: number }
  /** whether the map continues beyond 180 degrees */
  repeats: boolean
}

/**
 * The circle at a position in px; null if there is none. deck.gl finds marks by drawing all of them once more, which
 * takes seconds for many marks without a graphics card. undefined: deck.gl has to find the mark.
 */
export function circleAt(
  { layers, size, repeats }: Looks,
  view: Viewport,
  [x, y]: readonly [x: number, y: number],
  isSlow = drawsOnProcessor,
): Found | null | undefined {
  if (view.pitch !== 0 || view.bearing !== 0) return undefined
  const pickable = layers.filter((layer) => typeof layer === 'function' || layer.props['pickable'])
  const all = pickable.map((layer) => (typeof layer === 'function' ? undefined : circlesOf(layer)))
  const count = all.reduce((sum, circles) => sum + (circles?.xs.length ?? 0), 0)
  if (all.includes(undefined) || count < fewest || !isSlow()) return undefined
  if (x < 0 || y < 0) return null
  const world = worldPixels(view.zoom)
  const at = {
    x: view.longitude / 360 + (x - size.width / 2) / world,
    y: heightOf(onMap(view.latitude)) - (y - size.height / 2) / world,
  }
  for (const [place, circles] of [...all.entries()].toReversed()) {
    const index = circles ? topAt(circles, at, { zoom: view.zoom, world, repeats }) : -1
    const layer = pickable[place]
    if (circles && index >= 0 && typeof layer === 'object')
      return { layer: layer.id, index, object: circles.data[index] }
  }
  return null
}

interface Circles {
  data: readonly unknown[]
  /** places on a map whose width is 1 */
  xs: Float64Array
  ys: Float64Array
  latitudes: Float64Array
  radii: Float64Array
  isInMeters: boolean
  least: number
  most: number
}

/** The circle above all others that contains a position, or else the nearest one; -1 if none is near. */
function topAt(
  { xs, ys, latitudes, radii, isInMeters, least, most }: Circles,
  at: { x: number; y: number },
  { zoom, world, repeats }: { zoom: number; world: number; repeats: boolean },
): number {
  let [top, nearest, distance] = [-1, -1, around]
  for (let index = 0; index < xs.length; index += 1) {
    const across = at.x - xs[index]!
    const right = (repeats ? across - Math.round(across) : across) * world
    const down = (at.y - ys[index]!) * world
    const meters = isInMeters ? pixelsOfMeter(zoom, latitudes[index]!) : 1
    const beyond = Math.hypot(right, down) - Math.min(most, Math.max(least, radii[index]! * meters))
    if (beyond <= 0) top = index
    else if (beyond <= distance) [nearest, distance] = [index, beyond]
  }
  return top >= 0 ? top : nearest
}

const known = new WeakMap<LayerSpec, Circles>()

/** undefined: the layer has other marks. */
function circlesOf(layer: LayerSpec): Circles | undefined {
  const { kind, props } = layer
  const { data, getPosition, getRadius, radiusUnits = 'meters' } = props
  if (kind !== 'scatterplot' || !Array.isArray(data) || typeof getPosition !== 'function') return undefined
  if (radiusUnits !== 'meters' && radiusUnits !== 'pixels') return undefined
  const read = known.get(layer)
  if (read) return read
  const numbers = () => new Float64Array(data.length)
  const circles: Circles = {
    data,
    xs: numbers(),
    ys: numbers(),
    latitudes: numbers(),
    radii: numbers(),
    isInMeters: radiusUnits === 'meters',
    least: Number(props['radiusMinPixels'] ?? 0),
    most: Number(props['radiusMaxPixels'] ?? Infinity),
  }
  for (const [index, mark] of data.entries()) {
    const [longitude = 0, latitude = 0] = (getPosition as (mark: unknown) => readonly number[])(mark)
    circles.xs[index] = longitude / 360
    circles.ys[index] = heightOf(onMap(latitude))
    circles.latitudes[index] = latitude
    circles.radii[index] =
      typeof getRadius === 'function' ? (getRadius as (mark: unknown) => number)(mark) : Number(getRadius ?? 1)
  }
  known.set(layer, circles)
  return circles
}
