import type { ThumbnailBox } from '../shared/contract.ts'

/** Boxes with whiskers. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  const count = Math.max(3, Math.min(8, Math.round(width / 26)))
  const step = width / count
  const ink = width > 60 ? 1.2 : 0.8
  return Array.from({ length: count }, (_, index) => {
    const middle = height * (0.35 + random() * 0.3)
    const half = height * (0.08 + random() * 0.1)
    const reach = half + height * (0.06 + random() * 0.12)
    const x = (index + 0.5) * step
    const wide = step * 0.56
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no other identity
      <g key={index} stroke={color(0)} strokeWidth={ink}>
        <path d={`M${x} ${middle - reach}V${middle + reach}`} fill="none" />
        <rect
          x={x - wide / 2}
          y={middle - half}
          width={wide}
          height={half * 2}
          fill={`color-mix(in srgb, ${color(0)}, var(--surface) 55%)`}
        />
        <path d={`M${x - wide / 2} ${middle + half * 0.2}h${wide}`} fill="none" />
      </g>
    )
  })
}
