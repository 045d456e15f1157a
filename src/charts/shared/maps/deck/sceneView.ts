import { type Bounds, fitMarks, heightOf, latitudeOf, type Viewport, worldPixels } from '../viewport.ts'

/** What determines the first view of a map. */
export interface Looks {
  size: { width: number; height: number }
  /** the box that the map shows at first; absent: the view of `viewport` */
  bounds?: Bounds
  /** the box around all data */
  data?: Bounds
  viewport: Viewport
  /** px around the box; absent: those for small marks */
  padding?: number | undefined
  /** the box around all marks at a zoom; absent: marks are small */
  marksAt?: ((zoom: number) => Bounds | undefined) | undefined
  /** px on the left that buttons cover: data is shown to the right of them */
  covered: number
  /** px above and below the data for a legend; absent: none */
  reserved?: { top: number; bottom: number }
}

/** The initial view of a map: its box of places, or its viewport. */
export function viewOf({ size, bounds, viewport, padding, marksAt, covered, reserved }: Looks): Viewport {
  if (bounds === undefined) return viewport
  const { top, bottom } = reserved ?? { top: 0, bottom: 0 }
  const free = { width: size.width - covered, height: size.height - top - bottom }
  const { longitude, latitude, ...fitted } = fitMarks(bounds, free, padding, marksAt)
  const world = worldPixels(fitted.zoom)
  return {
    ...fitted,
    longitude: longitude - ((covered / 2) * 360) / world,
    latitude: latitudeOf(heightOf(latitude) + (top - bottom) / 2 / world),
    bearing: viewport.bearing,
    pitch: viewport.pitch,
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether the viewport is the reported one. Not every chart stores the bearing and the pitch of its map. */
const isReported = (before: Viewport, next: Viewport, reported: Viewport) =>
  same(next, reported) || same(next, { ...reported, bearing: before.bearing, pitch: before.pitch })

/**
 * Whether a map must move for a new scene. `reported`: the last view that the map reported after a user moved it. If
 * the viewport becomes this one, the map does not move, because the user may have moved it further.
 */
export function asksToMove(before: Looks, next: Looks, reported: Viewport | undefined): boolean {
  if (!same(before.viewport, next.viewport) && reported && isReported(before.viewport, next.viewport, reported))
    return false
  return !same(viewOf(before), viewOf(next))
}
