import { type Viewport, worldPixels } from './viewport.ts'

/**
 * The turns around the world, in degrees, of which a map shows land: more than one where it reaches beyond 180 degrees,
 * so that land is not cut there.
 */
export function turnsOf(view: Viewport, { width, height }: { width: number; height: number }): number[] {
  // a tilted or rotated map shows more than its own size
  const px = view.pitch > 0 || view.bearing !== 0 ? 2 * Math.hypot(width, height) : width
  const reach = ((px / 2) * 360) / worldPixels(view.zoom)
  return [-360, 0, 360].filter(
    (turn) => turn === 0 || (turn < 0 ? view.longitude - reach < -180 : view.longitude + reach > 180),
  )
}
