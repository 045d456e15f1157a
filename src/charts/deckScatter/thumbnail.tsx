import type { ThumbnailBox } from '../shared/contract.ts'
import { thumbnailLand } from '../shared/maps/thumbnailLand.tsx'

const points = 14

/** Circles of several sizes and colors on land. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  return (
    <>
      {thumbnailLand({ width, height })}
      {Array.from({ length: points }, (_, at) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: circles have no other identity
          key={at}
          cx={(width * (0.14 + 0.72 * random())).toFixed(1)}
          cy={(height * (0.2 + 0.6 * random())).toFixed(1)}
          r={(1.5 + 0.07 * height * random()).toFixed(1)}
          fill={color(at % 3)}
          fillOpacity={0.8}
        />
      ))}
    </>
  )
}
