import { PathLayer, SolidPolygonLayer } from '@deck.gl/layers'
import type { Position } from 'geojson'
import type { ChartTheme } from '../../theme.ts'
import { unbrokenRing } from '../antimeridian.ts'
import { landAndBorders } from '../land.ts'
import { mercatorEdge } from '../viewport.ts'
import { colorList } from './rgba.ts'

let read: { land: Position[][][]; borders: Position[][] } | undefined

/** The shapes of the map in the format of deck.gl. */
function shapes() {
  if (read) return read
  const { land, borders } = landAndBorders()
  const areas = land.features.flatMap(({ geometry }) =>
    (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).flatMap(onBothSides),
  )
  read = { land: areas, borders: borders.coordinates.map(onMap) }
  return read
}

/**
 * The source cuts areas at 180 degrees. Here such an area is joined, continues beyond 180 degrees, and is drawn on both
 * sides of the map.
 */
function onBothSides(rings: Position[][]): Position[][][] {
  const whole = rings.map((ring) => onMap(unbrokenRing(ring)))
  const sides = [-360, 0, 360].filter((turn) =>
    whole.some((ring) => ring.some(([x = 0]) => (turn < 0 ? x > 180 : turn > 0 && x < -180))),
  )
  return [0, ...sides].map((turn) => whole.map((ring) => ring.map(([x = 0, y = 0]) => [x + turn, y])))
}

/** The Mercator projection has no poles. */
const onMap = (points: Position[]): Position[] =>
  points.map(([x = 0, y = 0]) => [x, Math.min(mercatorEdge, Math.max(-mercatorEdge, y))])

/** The map below the marks, drawn here without any request. */
export function baseLayers(theme: Pick<ChartTheme, 'sunken' | 'surface' | 'chartAxis'>) {
  const { land, borders } = shapes()
  return [
    new SolidPolygonLayer<Position[][]>({
      id: 'land',
      data: land,
      getPolygon: (rings) => rings as never,
      getFillColor: colorList(theme.sunken),
      updateTriggers: { getFillColor: theme.sunken },
    }),
    new PathLayer<Position[]>({
      id: 'borders',
      data: borders,
      getPath: (path) => path as never,
      getColor: colorList(theme.chartAxis),
      getWidth: 1,
      widthUnits: 'pixels',
      updateTriggers: { getColor: theme.chartAxis },
    }),
  ]
}
