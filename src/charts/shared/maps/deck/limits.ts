import { fitBounds, heightOf, latitudeOf, mercatorEdge, onMap, type Viewport, worldPixels } from '../viewport.ts'
import { type Looks, viewOf } from './sceneView.ts'

/** How far a user can move a map. */
export interface Limits {
  leastZoom: number
  /** the nearest view that is allowed */
  within: (view: Viewport) => Viewport
}

/** px that can be seen beyond the edges of the world, so that marks at an edge are not cut off */
const room = 24
const world: [[number, number], [number, number]] = [
  [-180, -mercatorEdge],
  [180, mercatorEdge],
]

/**
 * Users can see the world with some room around it, and nothing beyond. An exception are the centers of the first view
 * and of the data, which may be in the middle of the map, so that a place at an edge can be seen with its surroundings.
 * A map that is larger than the world shows all of it. deck.gl itself would enlarge the world until it covers the map,
 * and would cut off the marks at its edges.
 */
export function limitsOf(looks: Looks & { repeats: boolean }): Limits {
  const { size, covered, data, repeats } = looks
  const starts = [viewOf(looks), ...(data ? [viewOf({ ...looks, bounds: data })] : [])]
  const whole = fitBounds(world, { ...size, width: size.width - covered })
  const leastZoom = Math.min(0, whole.zoom, ...starts.map(({ zoom }) => zoom))
  return {
    leastZoom,
    within(view) {
      const pixels = worldPixels(view.zoom)
      const clampTo = (value: number, px: number, ofStarts: number[]) => {
        const over = pixels + 2 * room - px
        const free = Math.abs(over) / 2 / pixels
        const allowed = over > 1 ? [...ofStarts, -free, free] : [-free, free]
        return Math.min(Math.max(...allowed), Math.max(Math.min(...allowed), value))
      }
      const longitude = repeats
        ? view.longitude - 360 * Math.round(view.longitude / 360)
        : 360 *
          clampTo(
            view.longitude / 360,
            size.width,
            starts.map((start) => start.longitude / 360),
          )
      const heights = starts.map(({ latitude }) => heightOf(onMap(latitude)))
      const height = clampTo(heightOf(onMap(view.latitude)), size.height, heights)
      return { ...view, longitude, latitude: onMap(latitudeOf(height)) }
    },
  }
}
