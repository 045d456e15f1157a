import { labelWidth } from '../shared/textWidth.ts'
import type { RadarForm } from './query.ts'

type Position = RadarForm['label_position']

export interface LabeledPoint {
  x: number
  y: number
  text: string
}

/** px around the text of a label, and from its point to it */
export const labelPadding = { vertical: 2, horizontal: 4 }
const labelHeight = 12 + 2 * labelPadding.vertical
const fromPoint = 5
/** px of a point that labels of others do not cover, from its middle */
const pointReach = 3

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** From a point to the middle of its label, in px. */
export interface LabelOffset {
  dx: number
  dy: number
}

/** More combinations would take time, and few of them would be free. */
const mostTrials = 3000

/**
 * The positions of labels next to their points, so that none covers another label, another point or one of `taken`: the
 * configured one, if possible. Undefined if there is none.
 */
export function fittingOffsets(points: LabeledPoint[], wanted: Position, taken: Box[] = []): LabelOffset[] | undefined {
  const marks = points.map(({ x, y }) => boxAround(x, y, 2 * pointReach, 2 * pointReach))
  const candidates = points.map((point) => {
    const obstacles = [
      ...taken,
      ...marks.filter((_mark, at) => Math.hypot(points[at]!.x - point.x, points[at]!.y - point.y) > pointReach),
    ]
    return offsetsOf(point, wanted)
      .map((offset) => ({ offset, box: labelBox(point, offset) }))
      .filter(({ box }) => !obstacles.some((other) => touches(box, other)))
  })
  const chosen: { offset: LabelOffset; box: Box }[] = []
  let trials = mostTrials
  const place = (at: number): boolean => {
    const own = candidates[at]
    if (own === undefined) return true
    for (const candidate of own) {
      if (trials-- <= 0) return false
      if (chosen.some(({ box }) => touches(box, candidate.box))) continue
      chosen.push(candidate)
      if (place(at + 1)) return true
      chosen.pop()
    }
    return false
  }
  return place(0) ? chosen.map(({ offset }) => offset) : undefined
}

const sides = ['right', 'left', 'top', 'bottom'] as const

const widthOf = (text: string) => labelWidth(text) + 2 * labelPadding.horizontal

/** Beside a point, above and below it, and at its corners. */
function offsetsOf({ text }: LabeledPoint, wanted: Position): LabelOffset[] {
  const [across, down] = [fromPoint + widthOf(text) / 2, fromPoint + labelHeight / 2]
  const offsets = {
    right: { dx: across, dy: 0 },
    left: { dx: -across, dy: 0 },
    top: { dx: 0, dy: -down },
    bottom: { dx: 0, dy: down },
  }
  const first = sides.find((side) => side === wanted) ?? 'top'
  const corners = [-1, 1].flatMap((y) => [1, -1].map((x) => ({ dx: x * across, dy: y * (down - fromPoint) })))
  return [offsets[first], ...sides.filter((side) => side !== first).map((side) => offsets[side]), ...corners]
}

const labelBox = ({ x, y, text }: LabeledPoint, { dx, dy }: LabelOffset) =>
  boxAround(x + dx, y + dy, widthOf(text), labelHeight)

const boxAround = (x: number, y: number, width: number, height: number): Box => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
})

/** What is beyond the edges of a chart, in px from the center. */
export function outside({ width, height }: { width: number; height: number }, [x = 0, y = 0]: number[]): Box[] {
  const all = {
    left: Number.NEGATIVE_INFINITY,
    right: Number.POSITIVE_INFINITY,
    top: Number.NEGATIVE_INFINITY,
    bottom: Number.POSITIVE_INFINITY,
  }
  return [
    { ...all, right: -x },
    { ...all, left: width - x },
    { ...all, bottom: -y },
    { ...all, top: height - y },
  ]
}

const nameLine = 13

/** Where ECharts writes the name of an axis, in px from the center: beyond its end, away from the center. */
export function nameBox(lines: string[], angle: number, distance: number): Box {
  const [x, y] = [distance * Math.sin(angle), -distance * Math.cos(angle)]
  const [width, height] = [Math.max(...lines.map((line) => labelWidth(line))), lines.length * nameLine]
  const isAcross = Math.abs(Math.sin(angle)) > 0.01
  return isAcross
    ? boxAround(x + (Math.sign(x) * width) / 2, y, width, height)
    : boxAround(x, y + (Math.sign(y) * height) / 2, width, height)
}

const touches = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** The end of an axis: a round number not below the largest value. */
export function roundEnd(largest: number): number {
  if (largest <= 0) return 1
  const unit = 10 ** Math.floor(Math.log10(largest))
  return Math.ceil((largest / unit) * 2) * (unit / 2)
}
