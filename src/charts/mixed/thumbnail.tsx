import type { ThumbnailBox } from '../shared/contract.ts'

/** Bars with a line over them. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  const count = width < 90 ? 6 : 12
  const step = width / count
  const heights = Array.from({ length: count }, (_none, at) => 0.25 + (0.35 * at) / count + random() * 0.2)
  const line = heights.map((_bar, at) => {
    const y = 0.12 + 0.3 * (at / count) ** 2 + random() * 0.12
    return `${((at + 0.5) * step).toFixed(1)} ${(y * height).toFixed(1)}`
  })
  return (
    <>
      {heights.map((bar, at) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity
          key={at}
          x={(at * step + step * 0.14).toFixed(1)}
          y={((1 - bar) * height).toFixed(1)}
          width={(step * 0.72).toFixed(1)}
          height={(bar * height).toFixed(1)}
          fill={`color-mix(in srgb, ${color(0)}, var(--surface) 35%)`}
        />
      ))}
      <path
        d={`M${line.join('L')}`}
        fill="none"
        stroke={color(1)}
        strokeWidth={width > 160 ? 1.8 : 1.3}
        strokeLinejoin="round"
      />
    </>
  )
}
