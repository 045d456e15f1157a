import { type ExtendedFeatureCollection, type GeoPermissibleObjects, geoMercator, geoPath, geoTransform } from 'd3-geo'
import { h, type SvgChild } from '../svg/tree.ts'
import type { ChartTheme } from '../theme.ts'
import { fineLand } from './fineLand.ts'
import { fineLandZoom, landAndBorders, stateOpacity } from './land.ts'
import { shownGround, tiltOf } from './tilt.ts'
import { turnsOf } from './turns.ts'
import { type Viewport, worldPixels } from './viewport.ts'

interface Size {
  width: number
  height: number
}

/** Land and borders of a view. */
export function stillBase(view: Viewport, size: Size, theme: ChartTheme): SvgChild {
  const isFine = view.zoom >= fineLandZoom
  const { land, borders } = isFine ? fineLand() : landAndBorders()
  // the projection shows one world, from -180 to 180 degrees around the middle of the view
  const paths = turnsOf({ ...view, longitude: 0 }, size).map((turn) => pathIn(view, size, turn))
  const drawn = (shape: unknown) => paths.map((path) => path(shape as GeoPermissibleObjects) ?? '').join('')
  const line = { fill: 'none', stroke: theme.chartAxis }
  return [
    h('path', { d: drawn(land as ExtendedFeatureCollection), fill: theme.mapLand }),
    isFine && h('path', { d: drawn(fineLand().states), ...line, strokeOpacity: stateOpacity }),
    h('path', { d: drawn(borders), ...line }),
  ]
}

/** Writes shapes as paths, after a turn around the world in degrees. */
function pathIn(view: Viewport, size: Size, turn: number) {
  const { longitude, latitude, zoom, bearing, pitch } = view
  const projection = geoMercator()
    .scale(worldPixels(zoom) / (2 * Math.PI))
    .translate([0, 0])
    .rotate([-longitude, 0])
    .angle(bearing)
  const [middleX, middleY] = projection([longitude, latitude]) ?? [0, 0]
  const angle = (bearing * Math.PI) / 180
  const world = (turn / 360) * worldPixels(zoom)
  projection.translate([
    size.width / 2 - middleX + world * Math.cos(angle),
    size.height / 2 - middleY - world * Math.sin(angle),
  ])
  const [[left, top], [right, bottom]] = shownGround(view, size)
  projection.clipExtent([
    [left - 2, top - 2],
    [right + 2, bottom + 2],
  ])
  if (pitch === 0) return geoPath(projection)
  // the shapes are rotated already
  const tilt = tiltOf({ ...view, bearing: 0 }, size)
  const tilted = geoTransform({
    point(x, y) {
      const [atX, atY] = tilt([x, y])
      this.stream.point(atX, atY)
    },
  })
  return geoPath({ stream: (to) => projection.stream(tilted.stream(to)) })
}
