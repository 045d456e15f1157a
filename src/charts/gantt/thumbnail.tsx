import type { ThumbnailBox } from '../shared/contract.ts'

/** Bars along time, one row below the other. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  const rows = Math.max(3, Math.min(8, Math.round(height / 12)))
  const step = height / rows
  return Array.from({ length: rows }, (_, row) => {
    const from = (row / (rows + 2)) * width * (0.75 + random() * 0.35)
    const long = width * (0.18 + random() * 0.24)
    return (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity
        key={row}
        x={from.toFixed(1)}
        y={(row * step + step * 0.2).toFixed(1)}
        width={Math.min(long, width - from).toFixed(1)}
        height={(step * 0.6).toFixed(1)}
        rx="1.5"
        fill={color(row % 3)}
      />
    )
  })
}
