import { type Bounds, fitBounds, type Viewport, worldPixels } from '../viewport.ts'

/** What determines the first view of a map. */
export interface Looks {
  size: { width: number; height: number }
  /** the box that the map shows at first; absent: the view of `viewport` */
  bounds?: Bounds
  /** the box around all data */
  data?: Bounds
  viewport: Viewport
  /** px on the left that buttons cover: data is shown to the right of them */
  covered: number
}

/** Where a map looks at first: at its box of places, or as its viewport says. */
export function viewOf({ size, bounds, viewport, covered }: Looks): Viewport {
  if (bounds === undefined) return viewport
  const { longitude, ...fitted } = fitBounds(bounds, { ...size, width: size.width - covered })
  const moved = ((covered / 2) * 360) / worldPixels(fitted.zoom)
  return { ...fitted, longitude: longitude - moved, bearing: viewport.bearing, pitch: viewport.pitch }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Not every chart stores the bearing and the pitch of its map. */
const isReported = (before: Viewport, next: Viewport, reported: Viewport) =>
  same(next, reported) || same(next, { ...reported, bearing: before.bearing, pitch: before.pitch })

/**
 * Whether a map must move for a new scene. `reported`: the last view that the map reported after a user moved it. If the
 * viewport becomes this one, the map stays, because the user may have moved it further.
 */
export function asksToMove(before: Looks, next: Looks, reported: Viewport | undefined): boolean {
  if (!same(before.viewport, next.viewport) && reported && isReported(before.viewport, next.viewport, reported))
    return false
  return !same(viewOf(before), viewOf(next))
}
