import type { ThumbnailBox } from '../shared/contract.ts'

/** Circles of several sizes. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  const count = Math.max(7, Math.min(26, Math.round(width / 9)))
  const most = Math.min(width, height) * 0.16
  return Array.from({ length: count }, (_, index) => {
    const radius = most * (0.15 + 0.85 * random() ** 2.2)
    const x = radius + random() * (width - 2 * radius)
    const y = radius + (height - 2 * radius) * (0.75 * (1 - x / width) + 0.25 * random())
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: circles have no other identity
      <circle key={index} cx={x} cy={y} r={radius} fill={color(index % 3)} fillOpacity="0.6" />
    )
  })
}
