import { PathLayer, SolidPolygonLayer } from '@deck.gl/layers'
import type { MultiLineString, Position } from 'geojson'
import type { ChartTheme } from '../../theme.ts'
import { landAndBorders, stateOpacity } from '../land.ts'
import { landParts, placeOnMap } from '../landParts.ts'
import { colorList } from './rgba.ts'

interface Shapes {
  land: Position[][][]
  borders: Position[][]
  states: Position[][]
}

let coarse: Shapes | undefined
let fine: Shapes | undefined

/** The shapes of the map in the format of deck.gl; the coarse ones until the finer ones are loaded. */
function shapes(showsRegion: boolean): Shapes {
  if (showsRegion && fine) return fine
  const { land, borders } = landAndBorders()
  coarse ??= { land: landParts(land), borders: linesOf(borders), states: [] }
  return coarse
}

const linesOf = ({ coordinates }: MultiLineString) => coordinates.map((line) => line.map(placeOnMap))

let loading: Promise<void> | undefined

/** Whether maps are drawn with the finer shapes. */
export const hasFineLand = () => fine !== undefined

/** Loads the finer shapes, once. After a failure, the next call tries again. */
export function loadFineLand(): Promise<void> {
  loading ??= import('../fineLand.ts').then(({ fineLand }) => {
    const { land, borders, states } = fineLand()
    fine = { land: landParts(land), borders: linesOf(borders), states: linesOf(states) }
  })
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

/** The map below the marks, drawn here without any request: once for each of the `turns` around the world, in degrees. */
export function baseLayers(
  theme: Pick<ChartTheme, 'mapLand' | 'chartAxis'>,
  { turns, showsRegion }: { turns: readonly number[]; showsRegion: boolean },
) {
  const { land, borders, states } = shapes(showsRegion)
  return [
    ...turns.map(
      (turn) =>
        new SolidPolygonLayer<Position[][]>({
          id: `land${turn}`,
          data: land,
          getPolygon: (rings) => rings.map((ring) => turned(ring, turn)) as never,
          getFillColor: colorList(theme.mapLand),
          updateTriggers: { getFillColor: theme.mapLand },
        }),
    ),
    ...turns.flatMap((turn) => [
      lines(`states${turn}`, states, turn, colorList(theme.chartAxis, 255 * stateOpacity)),
      lines(`borders${turn}`, borders, turn, colorList(theme.chartAxis)),
    ]),
  ]
}

const lines = (id: string, data: Position[][], turn: number, color: readonly number[]) =>
  new PathLayer<Position[]>({
    id,
    data,
    getPath: (path) => turned(path, turn) as never,
    getColor: color as never,
    getWidth: 1,
    widthUnits: 'pixels',
    updateTriggers: { getColor: color.join() },
  })

const turned = (line: Position[], turn: number): Position[] =>
  turn === 0 ? line : line.map(([x = 0, y = 0]) => [x + turn, y])
