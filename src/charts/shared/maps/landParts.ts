import type { Position } from 'geojson'
import { unbrokenRing } from './antimeridian.ts'
import type { Land } from './land.ts'
import { onMap } from './viewport.ts'

/** degrees: parts of land that 180 degrees cuts overlap by twice this, so that no gap is visible between them */
const overlap = 0.02
const edge = 180 + overlap

/** Land as areas of rings, each of them between -180 and 180 degrees. */
export const landParts = ({ features }: Land): Position[][][] =>
  features.flatMap(({ geometry }) =>
    (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).flatMap(partsOf),
  )

/**
 * The source has areas that cross 180 degrees. Each side of the map gets the part that lies on it: a map whose data does
 * not continue beyond 180 degrees would otherwise show a second Asia.
 */
function partsOf(rings: Position[][]): Position[][][] {
  const whole = rings.map((ring) => unbrokenRing(ring).map(placeOnMap))
  const turns = [-360, 0, 360].filter(
    (turn) => turn === 0 || whole.some((ring) => ring.some(([x = 0]) => (turn < 0 ? x > 180 : x < -180))),
  )
  return turns.flatMap((turn) => {
    const part = whole
      .map((ring) => cutAt(cutAt(moved(ring, turn), edge, 1), -edge, -1))
      .filter((ring) => ring.length > 3)
    return part.length > 0 ? [part] : []
  })
}

/** The Mercator projection has no poles. */
export const placeOnMap = ([x = 0, y = 0]: Position): Position => [x, onMap(y)]

const moved = (ring: Position[], turn: number): Position[] => ring.map(([x = 0, y = 0]) => [x + turn, y])

/** The part of a closed ring west (1) or east (-1) of a longitude: Sutherland and Hodgman's algorithm for one edge. */
function cutAt(ring: Position[], longitude: number, side: 1 | -1): Position[] {
  const isIn = ([x = 0]: Position) => side * (longitude - x) >= 0
  if (ring.every(isIn)) return ring
  const kept = ring.slice(1).flatMap((point, at): Position[] => {
    const before = ring[at]!
    if (isIn(before) === isIn(point)) return isIn(point) ? [point] : []
    const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [before, point]
    const crossing: Position = [longitude, y1 + ((longitude - x1) / (x2 - x1)) * (y2 - y1)]
    return isIn(point) ? [crossing, point] : [crossing]
  })
  return kept.length > 0 ? [...kept, kept[0]!] : []
}
