import { PathLayer, SolidPolygonLayer } from '@deck.gl/layers'
import type { MultiLineString, Position } from 'geojson'
import type { ChartTheme } from '../../theme.ts'
import { landAndBorders, stateOpacity } from '../land.ts'
import { landParts, placeOnMap } from '../landParts.ts'
import { linesInPart, type Part } from '../turns.ts'
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
  { turns, showsRegion, part }: { turns: readonly number[]; showsRegion: boolean; part: Part },
) {
  const { land, borders, states } = shapes(showsRegion)
  const near = (data: Position[][], turn: number) => (showsRegion ? linesNear(data, part, turn) : data)
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
      lines(`states${turn}`, near(states, turn), turn, colorList(theme.chartAxis, 255 * stateOpacity)),
      lines(`borders${turn}`, near(borders, turn), turn, colorList(theme.chartAxis)),
    ]),
  ]
}

/** The lines of the last parts of the world that maps have shown: deck.gl prepares the same list only once. */
const known = new Map<Position[][], Map<string, Position[][]>>()
const mostKnown = 20

/** The lines near a view. Without a graphics card, lines that are not visible would take time as well. */
function linesNear(data: Position[][], [west, south, east, north]: Part, turn: number): Position[][] {
  const part: Part = [west - turn, south, east - turn, north]
  const parts = known.get(data) ?? new Map<string, Position[][]>()
  known.set(data, parts)
  const found = parts.get(part.join()) ?? linesInPart(data, part)
  if (parts.size >= mostKnown) parts.clear()
  parts.set(part.join(), found)
  return found
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
