import { heightOf, latitudeOf, onMap, type Viewport, worldPixels } from './viewport.ts'

/** degrees: the part of the world around a view is a multiple of this, so that it seldom changes while a map moves */
const step = 10

/** west, south, east, north in degrees */
export type Part = [west: number, south: number, east: number, north: number]

export const wholeWorld: Part = [-180, -90, 180, 90]

/** A part of the world that contains everything that a map shows. */
export function partAround(view: Viewport, { width, height }: { width: number; height: number }): Part {
  // a tilted map shows more than twice its height
  const px = view.pitch > 0 ? 3 * Math.hypot(width, height) : Math.hypot(width, height)
  const half = px / 2 / worldPixels(view.zoom)
  const middle = heightOf(onMap(view.latitude))
  const [south, north] = [middle - half, middle + half].map((at) => latitudeOf(Math.min(0.5, Math.max(-0.5, at))))
  const down = (value: number) => Math.floor(value / step) * step
  return [
    down(view.longitude - half * 360),
    down(south!),
    down(view.longitude + half * 360) + step,
    down(north!) + step,
  ]
}

/** The lines of which a part is in a part of the world, or may be. */
export const linesInPart = <L extends readonly (readonly number[])[]>(lines: readonly L[], part: Part): L[] =>
  lines.filter((line) => {
    const [xs, ys] = [line.map(([x = 0]) => x), line.map(([, y = 0]) => y)]
    return (
      Math.max(...xs) >= part[0] &&
      Math.min(...xs) <= part[2] &&
      Math.max(...ys) >= part[1] &&
      Math.min(...ys) <= part[3]
    )
  })

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
