import type { Viewport } from '../viewport.ts'

export const mostZoom = 20
/** ms without a movement, after which the view is reported to the page */
const reportMs = 300

/** Where a map looks. */
interface Camera {
  view: () => Viewport
  move: (next: Viewport) => void
  /** As `move`. The new view is also reported, once the map rests; so it is by the functions below. */
  moveByHand: (next: Viewport) => void
  zoomBy: (steps: number) => void
  lookAt: (next: Partial<Viewport>) => void
  /** Drops a report that is not sent yet. */
  drop: () => void
}

export function createCamera(
  start: Viewport,
  { onView, onMoved }: { onView: (view: Viewport) => void; onMoved: (view: Viewport) => void },
): Camera {
  let view = start
  let reporting: ReturnType<typeof setTimeout> | undefined
  function move({ longitude, latitude, zoom, bearing, pitch }: Viewport) {
    view = { longitude, latitude, zoom, bearing, pitch }
    onView(view)
  }
  function moveByHand(next: Viewport) {
    move(next)
    clearTimeout(reporting)
    reporting = setTimeout(() => onMoved(view), reportMs)
  }
  return {
    view: () => view,
    move,
    moveByHand,
    zoomBy: (steps) => moveByHand({ ...view, zoom: Math.min(mostZoom, Math.max(-1, view.zoom + steps)) }),
    lookAt: (next) => moveByHand({ ...view, ...next }),
    drop: () => clearTimeout(reporting),
  }
}
