import type { ThumbnailBox } from '../shared/contract.ts'
import { thumbnailLand } from '../shared/maps/thumbnailLand.tsx'

const middles = 5
const rings = [1, 0.7, 0.45, 0.22]

/** Rings that get darker towards their center. */
export function thumbnail({ width, height, random }: ThumbnailBox) {
  const places = Array.from({ length: middles }, () => ({
    x: width * (0.2 + 0.6 * random()),
    y: height * (0.28 + 0.44 * random()),
    radius: height * (0.16 + 0.14 * random()),
  }))
  return (
    <>
      {thumbnailLand({ width, height })}
      {rings.flatMap((part, ring) =>
        places.map(({ x, y, radius }, at) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: rings have no other identity
            key={`${ring}.${at}`}
            cx={x.toFixed(1)}
            cy={y.toFixed(1)}
            r={(radius * part).toFixed(1)}
            fill={`var(--seq-${2 + 2 * ring})`}
          />
        )),
      )}
    </>
  )
}
