import type { ThumbnailBox } from '../shared/contract.ts'

/** Adjacent bars in the shape of a bell. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  const count = Math.max(7, Math.min(15, Math.round(width / 12)))
  const step = width / count
  const middle = 0.35 + random() * 0.3
  return Array.from({ length: count }, (_, index) => {
    const away = ((index + 0.5) / count - middle) / 0.22
    const tall = height * (0.05 + 0.9 * Math.exp(-away * away) * (0.85 + random() * 0.15))
    return (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity
        key={index}
        x={(index * step).toFixed(1)}
        y={(height - tall).toFixed(1)}
        width={(step - 0.8).toFixed(1)}
        height={tall.toFixed(1)}
        fill={color(0)}
      />
    )
  })
}
