import type { ThumbnailBox } from '../shared/contract.ts'
import { thumbnailLand } from '../shared/maps/thumbnailLand.tsx'

const circles = [
  [0.3, 0.42, 0.17],
  [0.62, 0.36, 0.12],
  [0.74, 0.66, 0.09],
  [0.46, 0.72, 0.05],
  [0.18, 0.68, 0.03],
  [0.86, 0.4, 0.03],
] as const

/** Circles of several sizes, each around the places near it. */
export function thumbnail({ width, height, color }: ThumbnailBox) {
  return (
    <>
      {thumbnailLand({ width, height })}
      {circles.map(([x, y, radius]) => (
        <g key={x}>
          <circle cx={width * x} cy={height * y} r={height * radius} fill={color(0)} fillOpacity={0.3} />
          <circle cx={width * x} cy={height * y} r={height * radius * 0.7} fill={color(0)} fillOpacity={0.85} />
        </g>
      ))}
    </>
  )
}
