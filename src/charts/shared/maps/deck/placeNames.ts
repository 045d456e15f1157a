import type { ChartTheme } from '../../theme.ts'
import type { Covered } from '../coverage.ts'
import type { Box, MapLabel } from './mapLabels.ts'
import places from './places.json' with { type: 'json' }

/** px of a letter and of a line, with the padding around a name */
const [letter, line, gap] = [6, 14, 8]
const textSize = 10
/** px above its place, so that a mark there stays visible */
const up = 9
/** The largest part of a name that marks may cover: with more, neither the name nor the marks would be readable. */
const mostCovered = 0.1
/** area of the map in px² for each name */
const areaOfName = 20_000

type Place = [name: string, longitude: number, latitude: number]

/** Projects a place, at a height in m, to px. */
export type Project = (place: readonly [longitude: number, latitude: number], height?: number) => number[]

/** An area that place names must not overlap: a circle in px around something that the map shows. */
export interface Kept {
  x: number
  y: number
  radius: number
}

/**
 * The names of the largest visible places that fit. No name overlaps another one or an area in `kept`, and
 * marks cover little of each.
 */
export function placeNames(
  project: Project,
  { width, height }: { width: number; height: number },
  theme: Pick<ChartTheme, 'text3' | 'mapLand'>,
  {
    kept = [],
    boxes = [],
    covered = () => 0,
  }: { kept?: readonly Kept[]; boxes?: readonly Box[]; covered?: Covered } = {},
): MapLabel[] {
  const most = Math.floor((width * height) / areaOfName)
  const taken: { x: number; y: number; half: number }[] = []
  const labels: MapLabel[] = []
  for (const [text, longitude, latitude] of places as Place[]) {
    if (labels.length >= most) break
    const [x = 0, atPlace = 0] = project([longitude, latitude])
    const y = atPlace - up
    const half = (text.length * letter) / 2 + gap
    const isInView = x >= half && x <= width - half && y >= line && y <= height - 2 * line
    const isFree =
      taken.every((other) => Math.abs(other.x - x) > other.half + half || Math.abs(other.y - y) > line + gap) &&
      kept.every((each) => distanceTo(each, { x, y, half: half - gap }) > each.radius) &&
      !boxes.some(
        ({ left, top, right, bottom }) => x + half > left && x - half < right && y + line > top && y - line < bottom,
      )
    const box = { left: x - half + gap, top: y - line / 2, right: x + half - gap, bottom: y + line / 2 }
    if (!isInView || !isFree || covered(box) > mostCovered) continue
    taken.push({ x, y, half })
    labels.push({ place: [longitude, latitude], text, size: textSize, up, color: theme.text3, halo: theme.mapLand })
  }
  return labels
}

/** The distance in px from the center of such an area to the text of a name. */
const distanceTo = (from: Kept, { x, y, half }: { x: number; y: number; half: number }) =>
  Math.hypot(Math.max(0, Math.abs(from.x - x) - half), Math.max(0, Math.abs(from.y - y) - line / 2))
