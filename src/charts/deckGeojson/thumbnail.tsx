import type { ThumbnailBox } from '../shared/contract.ts'
import { thumbnailLand } from '../shared/maps/thumbnailLand.tsx'

const points = 6

/** An area, a line and points. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  const at = (x: number, y: number) => `${(width * x).toFixed(1)},${(height * y).toFixed(1)}`
  return (
    <>
      {thumbnailLand({ width, height })}
      <polygon
        points={[at(0.16, 0.36), at(0.34, 0.2), at(0.48, 0.4), at(0.42, 0.68), at(0.22, 0.7)].join(' ')}
        fill={color(0)}
        fillOpacity={0.45}
        stroke={color(0)}
      />
      <polyline
        points={[at(0.3, 0.8), at(0.52, 0.66), at(0.6, 0.4), at(0.84, 0.3)].join(' ')}
        fill="none"
        stroke={color(1)}
        strokeWidth={2}
      />
      {Array.from({ length: points }, (_, point) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: points have no other identity
          key={point}
          cx={(width * (0.56 + 0.32 * random())).toFixed(1)}
          cy={(height * (0.5 + 0.3 * random())).toFixed(1)}
          r={2.5}
          fill={color(2)}
        />
      ))}
    </>
  )
}
