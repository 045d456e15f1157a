import type { ThumbnailBox } from '../shared/contract.ts'
import { thumbnailLand } from '../shared/maps/thumbnailLand.tsx'

const points = 7

/** Circles on an area, on a map. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  return (
    <>
      {thumbnailLand({ width, height })}
      <path
        d={`M${width * 0.2},${height * 0.3}L${width * 0.62},${height * 0.22}L${width * 0.8},${height * 0.6}L${width * 0.4},${height * 0.78}Z`}
        fill={color(1)}
        fillOpacity={0.35}
        stroke={color(1)}
      />
      <path
        d={`M${width * 0.14},${height * 0.66}Q${width * 0.45},${height * 0.1} ${width * 0.86},${height * 0.4}`}
        fill="none"
        stroke={color(2)}
        strokeWidth={2}
      />
      {Array.from({ length: points }, (_, at) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: circles have no other identity
          key={at}
          cx={(width * (0.2 + 0.6 * random())).toFixed(1)}
          cy={(height * (0.25 + 0.5 * random())).toFixed(1)}
          r={(1.5 + 0.05 * height * random()).toFixed(1)}
          fill={color(0)}
          fillOpacity={0.85}
        />
      ))}
    </>
  )
}
