import type { ThumbnailBox } from '../shared/contract.ts'
import { thumbnailLand } from '../shared/maps/thumbnailLand.tsx'

const lines = 4
const steps = 6

/** Winding lines on land. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  return (
    <>
      {thumbnailLand({ width, height })}
      {Array.from({ length: lines }, (_line, at) => {
        const points = Array.from({ length: steps }, (_step, step) => {
          const x = width * (0.14 + (0.72 * step) / (steps - 1))
          const y = height * (0.24 + 0.16 * at + 0.12 * random())
          return `${x.toFixed(1)},${y.toFixed(1)}`
        })
        return (
          <polyline
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
            key={at}
            points={points.join(' ')}
            fill="none"
            stroke={color(0)}
            strokeWidth={1.8}
            strokeLinejoin="round"
            strokeLinecap="round"
          />
        )
      })}
    </>
  )
}
