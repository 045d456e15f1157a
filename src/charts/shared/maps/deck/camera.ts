import type { Viewport } from '../viewport.ts'
import type { Limits } from './limits.ts'

export const mostZoom = 20
/** ms without a movement, after which the view is reported to the page */
const reportMs = 300

/** The current view of a map, and the functions that change it. */
interface Camera {
  view: () => Viewport
  move: (next: Viewport) => void
  /**
   * Like `move`, but within the limits of the map. This function, `zoomBy` and `lookAt` also report the new view when
   * the map has stopped moving.
   */
  moveByHand: (next: Viewport) => void
  /** Like `move`, and drops a report that is not sent yet. */
  jump: (next: Viewport) => void
  /** Like `move`, but within the limits of the map. undefined: the map stays where it is. */
  show: (next: Viewport | undefined) => void
  zoomBy: (steps: number) => void
  lookAt: (next: Partial<Viewport>) => void
  /** Drops a report that is not sent yet. */
  drop: () => void
}

export function createCamera(
  start: Viewport,
  {
    limits,
    onView,
    onMoved,
  }: { limits: () => Limits; onView: (view: Viewport) => void; onMoved: (view: Viewport) => void },
): Camera {
  let view = start
  let reporting: ReturnType<typeof setTimeout> | undefined
  function move({ longitude, latitude, zoom, bearing, pitch }: Viewport) {
    view = { longitude, latitude, zoom, bearing, pitch }
    onView(view)
  }
  function moveByHand(next: Viewport) {
    move(limits().within(next))
    clearTimeout(reporting)
    reporting = setTimeout(() => onMoved(view), reportMs)
  }
  return {
    view: () => view,
    move,
    moveByHand,
    jump(next) {
      clearTimeout(reporting)
      move(next)
    },
    show: (next) => next && move(limits().within(next)),
    zoomBy: (steps) =>
      moveByHand({ ...view, zoom: Math.min(mostZoom, Math.max(limits().leastZoom, view.zoom + steps)) }),
    lookAt: (next) => moveByHand({ ...view, ...next }),
    drop: () => clearTimeout(reporting),
  }
}
