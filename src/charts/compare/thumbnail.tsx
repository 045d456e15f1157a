import type { ThumbnailBox } from '../shared/contract.ts'

/** Lines that start at one point. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  const count = width < 90 ? 7 : 16
  const middle = height * 0.58
  return (
    <>
      <path d={`M0 ${middle.toFixed(1)}H${width}`} stroke="var(--border-2)" strokeDasharray="3 3" />
      {[-0.5, -0.18, 0.34].map((end, index) => {
        const points = Array.from({ length: count }, (_none, at) => {
          const part = at / (count - 1)
          const sway = at === 0 ? 0 : (random() - 0.5) * 0.14
          return `${(part * width).toFixed(1)} ${(middle + (end * part + sway) * height).toFixed(1)}`
        })
        return (
          <path
            key={end}
            d={`M${points.join('L')}`}
            fill="none"
            stroke={color(index)}
            strokeWidth={width > 160 ? 1.6 : 1.2}
            strokeLinejoin="round"
          />
        )
      })}
    </>
  )
}
