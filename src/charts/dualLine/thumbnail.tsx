import type { ThumbnailBox } from '../shared/contract.ts'

/** Two lines that cross, between two axes. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  const count = width < 90 ? 7 : 14
  const lines = [(part: number) => 0.75 - 0.5 * part, (part: number) => 0.3 + 0.35 * part]
  return (
    <>
      {lines.map((middle, index) => {
        const points = Array.from({ length: count }, (_none, at) => {
          const part = at / (count - 1)
          return `${(part * width).toFixed(1)} ${((middle(part) + (random() - 0.5) * 0.14) * height).toFixed(1)}`
        })
        return (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other identity
            key={index}
            d={`M${points.join('L')}`}
            fill="none"
            stroke={color(index)}
            strokeWidth={width > 160 ? 1.6 : 1.2}
            strokeLinejoin="round"
          />
        )
      })}
      {[0.5, width - 0.5].map((x) => (
        <path key={x} d={`M${x} 0V${height}`} stroke="var(--border-2)" />
      ))}
    </>
  )
}
