import type { ThumbnailBox } from '../shared/contract.ts'
import { thumbnailLand } from '../shared/maps/thumbnailLand.tsx'

const arcs = 7

/** Arcs from one place to others. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  const start = { x: width * 0.24, y: height * 0.62 }
  return (
    <>
      {thumbnailLand({ width, height })}
      {Array.from({ length: arcs }, (_, at) => {
        const x = width * (0.42 + 0.45 * random())
        const y = height * (0.3 + 0.52 * random())
        const top = Math.min(start.y, y) - height * (0.1 + 0.25 * random())
        return (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: arcs have no other identity
            key={at}
            d={`M${start.x},${start.y}Q${((start.x + x) / 2).toFixed(1)},${top.toFixed(1)} ${x.toFixed(1)},${y.toFixed(1)}`}
            fill="none"
            stroke={color(at % 2)}
            strokeWidth={1.5}
            strokeOpacity={0.85}
          />
        )
      })}
      <circle cx={start.x} cy={start.y} r={2.5} fill={color(0)} />
    </>
  )
}
