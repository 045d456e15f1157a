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
const others: Position[] = ['right', 'left', 'bottom', 'top']

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * The position of the labels of each polygon, so that no label covers another one: the configured one, if possible.
 * Undefined if there is none.
 */
export function fittingPositions(polygons: LabeledPoint[][], wanted: Position): Position[] | undefined {
  const positions = [wanted, ...others.filter((each) => each !== wanted)]
  const chosen: { position: Position; boxes: Box[] }[] = []
  const isFree = (boxes: Box[]) => {
    const all = [...chosen.flatMap((each) => each.boxes), ...boxes]
    return boxes.every((box) => all.every((other) => other === box || !touches(box, other)))
  }
  // more combinations would take time, and few of them would be free
  let trials = 500
  const place = (at: number): boolean => {
    const points = polygons[at]
    if (points === undefined) return true
    for (const position of positions) {
      if (trials-- <= 0) return false
      const boxes = points.map((point) => boxOf(point, position))
      if (!isFree(boxes)) continue
      chosen.push({ position, boxes })
      if (place(at + 1)) return true
      chosen.pop()
    }
    return false
  }
  return place(0) ? chosen.map(({ position }) => position) : undefined
}

function boxOf({ x, y, text }: LabeledPoint, position: Position): Box {
  const width = labelWidth(text) + 2 * labelPadding.horizontal
  const isLeft = position === 'left'
  const isBeside = isLeft || position === 'right'
  const left = isLeft ? x - fromPoint - width : position === 'right' ? x + fromPoint : x - width / 2
  const top = isBeside ? y - labelHeight / 2 : position === 'bottom' ? y + fromPoint : y - fromPoint - labelHeight
  return { left, right: left + width, top, bottom: top + labelHeight }
}

const touches = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** The end of an axis: a round number not below the largest value. */
export function roundEnd(largest: number): number {
  if (largest <= 0) return 1
  const unit = 10 ** Math.floor(Math.log10(largest))
  return Math.ceil((largest / unit) * 2) * (unit / 2)
}
