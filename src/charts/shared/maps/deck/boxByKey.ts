interface Size {
  width: number
  height: number
}

/** A box on a map: two corners in px. */
export interface Box {
  from: [x: number, y: number]
  to: [x: number, y: number]
}

export const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** px per key press */
const step = 10
/** in px */
const leastSide = 10

/** The box that keyboard selection starts with: half as wide and high as the map, at its center. */
export const middleOf = ({ width, height }: Size): Box => ({
  from: [width / 4, height / 4],
  to: [(width * 3) / 4, (height * 3) / 4],
})

/** The box after an arrow key: moved, or with its lower right corner moved. It stays on the map. */
export function boxByKey({ from, to }: Box, { key, resizes }: { key: string; resizes: boolean }, size: Size): Box {
  const [x, y] = arrows[key] ?? [0, 0]
  const moved = [move(from[0], to[0], x * step, size.width), move(from[1], to[1], y * step, size.height)] as const
  const sized = [resize(from[0], to[0], x * step, size.width), resize(from[1], to[1], y * step, size.height)] as const
  const [[left, right], [top, bottom]] = resizes ? sized : moved
  return { from: [left, top], to: [right, bottom] }
}

type Side = [low: number, high: number]

function move(low: number, high: number, by: number, most: number): Side {
  const moved = Math.min(most - high, Math.max(-low, by))
  return [low + moved, high + moved]
}

const resize = (low: number, high: number, by: number, most: number): Side => [
  low,
  Math.min(most, Math.max(low + leastSide, high + by)),
]
