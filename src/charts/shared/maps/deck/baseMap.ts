import { PathLayer, SolidPolygonLayer } from '@deck.gl/layers'
import type { Position } from 'geojson'
import type { ChartTheme } from '../../theme.ts'
import { landAndBorders } from '../land.ts'
import { landParts, placeOnMap } from '../landParts.ts'
import { colorList } from './rgba.ts'

let read: { land: Position[][][]; borders: Position[][] } | undefined

/** The shapes of the map in the format of deck.gl. */
function shapes() {
  if (read) return read
  const { land, borders } = landAndBorders()
  read = { land: landParts(land), borders: borders.coordinates.map((line) => line.map(placeOnMap)) }
  return read
}

let loading: Promise<void> | undefined
let isFine = false

/** Whether maps are drawn with the finer outline of land. */
export const hasFineLand = () => isFine

/** Loads the finer outline of land, once. After a failure, the next call tries again. */
export function loadFineLand(): Promise<void> {
  loading ??= import('../fineLand.ts').then(({ fineLand }) => {
    read = { ...shapes(), land: landParts(fineLand()) }
    isFine = true
  })
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

/** The map below the marks, drawn here without any request. */
export function baseLayers(theme: Pick<ChartTheme, 'mapLand' | 'chartAxis'>) {
  const { land, borders } = shapes()
  return [
    new SolidPolygonLayer<Position[][]>({
      id: 'land',
      data: land,
      getPolygon: (rings) => rings as never,
      getFillColor: colorList(theme.mapLand),
      updateTriggers: { getFillColor: theme.mapLand },
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
