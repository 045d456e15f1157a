import type { ChartTheme } from '../../theme.ts'
import { type Bounds, fitBounds, heightOf, latitudeOf, onMap, type Viewport } from '../viewport.ts'
import type { LayerSpec } from './layerSpec.ts'
import type { Project } from './placeNames.ts'
import { colorList } from './rgba.ts'

/** The mark that a user has reached by keyboard: its layer, and its datum. */
export interface FocusedMark {
  layer: LayerSpec
  mark: unknown
}

type Place = readonly number[]
type Nested = readonly (number | Nested)[]
type Accessor = (mark: unknown) => Nested

const accessors: Readonly<Record<LayerSpec['kind'], readonly string[]>> = {
  scatterplot: ['getPosition'],
  arc: ['getSourcePosition', 'getTargetPosition'],
  path: ['getPath'],
  polygon: ['getPolygon'],
  bitmap: [],
}

/** The lines of a mark: a place alone, a line, or the rings of an area. */
function linesOf({ layer: { kind, props }, mark }: FocusedMark): Place[][] {
  const shapes = accessors[kind].flatMap((name) => {
    const accessor = props[name]
    return typeof accessor === 'function' ? [(accessor as Accessor)(mark)] : []
  })
  return shapes.flatMap(partsOf)
}

function partsOf(shape: Nested): Place[][] {
  const [first] = shape
  if (typeof first === 'number') return [[shape as Place]]
  if (typeof first?.[0] === 'number') return [shape as Place[]]
  return shape.flatMap((each) => (typeof each === 'number' ? [] : partsOf(each)))
}

/** The box around a mark; undefined if it has no place. */
export function boundsOfMark(focused: FocusedMark): Bounds | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x = 0, y = 0] of linesOf(focused).flat()) {
    west = Math.min(west, x)
    south = Math.min(south, y)
    east = Math.max(east, x)
    north = Math.max(north, y)
  }
  return west > east
    ? undefined
    : [
        [west, onMap(south)],
        [east, onMap(north)],
      ]
}

/** px of the ring around a place, and of the lines of other marks; each has an edge in the color of the ground */
const ringRadius = 9
const lineWidth = 3
const edge = 2

/**
 * Layers that highlight a mark: a ring around each of its places, or its outline. They are above all marks, because
 * others may cover it.
 */
export function focusLayers(focused: FocusedMark | undefined, theme: ChartTheme): LayerSpec[] {
  if (focused === undefined) return []
  const lines = linesOf(focused)
  const places = lines.flatMap((line) => (line.length === 1 ? line : []))
  const outlines = lines.filter((line) => line.length > 1)
  const colors = [colorList(theme.surface), colorList(theme.text)]
  return colors.flatMap((color, at) => {
    const wide = at === 0 ? 2 * edge : 0
    const rings: LayerSpec = {
      kind: 'scatterplot',
      id: `focusedPlaces${at}`,
      props: {
        data: places,
        getPosition: (place: Place) => place,
        getRadius: ringRadius,
        radiusUnits: 'pixels',
        filled: false,
        stroked: true,
        getLineColor: color,
        getLineWidth: lineWidth + wide,
        lineWidthUnits: 'pixels',
      },
    }
    const outline: LayerSpec = {
      kind: 'path',
      id: `focusedLines${at}`,
      props: {
        data: outlines,
        getPath: (line: Place[]) => line,
        getColor: color,
        getWidth: lineWidth + wide,
        widthUnits: 'pixels',
      },
    }
    return [...(places.length > 0 ? [rings] : []), ...(outlines.length > 0 ? [outline] : [])]
  })
}

interface Size {
  width: number
  height: number
}

/** px at the edges of a map that its buttons, the line about the mark and the credits may cover */
const covers = { beside: 40, above: 34, below: 66 }

/**
 * The view that shows a box, if the current one does not: the map moves to the middle of the box, and is zoomed out
 * where the box is larger than the map. undefined: the current view shows it.
 */
export function viewShowing(bounds: Bounds, view: Viewport, size: Size, project: Project): Viewport | undefined {
  const [[west, south], [east, north]] = bounds
  const beside = Math.min(covers.beside, size.width / 4)
  const [above, below] = [covers.above, covers.below].map((px) => Math.min(px, size.height / 4)) as [number, number]
  const isShown = [
    [west, south],
    [west, north],
    [east, south],
    [east, north],
  ].every(([longitude = 0, latitude = 0]) => {
    const [x = -1, y = -1] = project([longitude, latitude])
    return x >= beside && x <= size.width - beside && y >= above && y <= size.height - below
  })
  if (isShown) return undefined
  const free = { width: size.width - 2 * beside, height: size.height - above - below }
  return {
    ...view,
    longitude: (west + east) / 2,
    latitude: latitudeOf((heightOf(south) + heightOf(north)) / 2),
    zoom: Math.min(view.zoom, fitBounds(bounds, free, 0).zoom),
  }
}
