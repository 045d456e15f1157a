import type { ThumbnailBox } from '../shared/contract.ts'

/** Floating bars that lead to a total. */
export function thumbnail({ width, height, random }: ThumbnailBox) {
  const count = Math.max(5, Math.min(9, Math.round(width / 18)))
  const step = width / count
  let level = 0.35 + random() * 0.15
  return Array.from({ length: count }, (_, index) => {
    const isTotal = index === 0 || index === count - 1
    const change = isTotal ? 0 : (random() - 0.35) * 0.42
    const to = Math.min(0.95, Math.max(0.1, level + change))
    const [low, high] = isTotal ? [0, level] : [Math.min(level, to), Math.max(level, to)]
    const fill = isTotal ? 'var(--text-3)' : to >= level ? 'var(--success-fg)' : 'var(--danger-fg)'
    level = isTotal ? level : to
    return (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity
        key={index}
        x={(index * step + step * 0.14).toFixed(1)}
        y={((1 - high) * height).toFixed(1)}
        width={(step * 0.72).toFixed(1)}
        height={Math.max(1, (high - low) * height).toFixed(1)}
        fill={fill}
        fillOpacity="0.8"
      />
    )
  })
}
