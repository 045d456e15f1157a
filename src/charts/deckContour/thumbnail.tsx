import type { ThumbnailBox } from '../shared/contract.ts'
import { thumbnailLand } from '../shared/maps/thumbnailLand.tsx'

const rings = 4

/** Lines around two places. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  const places = [
    { x: 0.34, y: 0.44 },
    { x: 0.66, y: 0.6 },
  ]
  return (
    <>
      {thumbnailLand({ width, height })}
      {places.flatMap(({ x, y }, place) => {
        const size = height * (0.26 + 0.1 * random())
        return Array.from({ length: rings }, (_, ring) => (
          <ellipse
            // biome-ignore lint/suspicious/noArrayIndexKey: rings have no other identity
            key={`${place}.${ring}`}
            cx={width * x}
            cy={height * y}
            rx={(1.5 * size * ((ring + 1) / rings)).toFixed(1)}
            ry={(size * ((ring + 1) / rings)).toFixed(1)}
            fill="none"
            stroke={color(ring % 3)}
            strokeWidth={1.5}
          />
        ))
      })}
    </>
  )
}
