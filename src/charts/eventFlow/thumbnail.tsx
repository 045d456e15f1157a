import type { ThumbnailBox } from '../shared/contract.ts'

/** Columns of steps, each split by the next step. */
export const thumbnail = ({ width, height, random, color }: ThumbnailBox) => {
  const first = 0.5 + random() * 0.15
  const column = width / 3
  const blocks = [
    { at: 0, from: 0, to: first, color: 0 },
    { at: 0, from: first, to: 1, color: 1 },
    { at: 1, from: 0, to: first * 0.55, color: 1 },
    { at: 1, from: first * 0.55, to: first * 0.85, color: 2 },
    { at: 1, from: first, to: 0.88, color: 0 },
    { at: 2, from: 0, to: first * 0.3, color: 2 },
    { at: 2, from: first * 0.55, to: first * 0.72, color: 0 },
    { at: 2, from: first, to: 0.76, color: 3 },
  ]
  return blocks.map(({ at, from, to, color: index }) => (
    <rect
      key={`${at}.${from}`}
      x={at * column}
      y={from * height}
      width={column - 1.5}
      height={Math.max(1, (to - from) * height - 1.5)}
      fill={color(index)}
    />
  ))
}
