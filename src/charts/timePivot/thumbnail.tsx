import type { ThumbnailBox } from '../shared/contract.ts'

/** One period over paler earlier ones. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  const count = width < 90 ? 9 : 18
  return [0.2, 0.34, 0.5, 1].map((opacity, period) => {
    const points = Array.from({ length: count }, (_none, at) => {
      const part = at / (count - 1)
      const wave = 0.62 - period * 0.09 - 0.22 * Math.sin(part * Math.PI * 2) + (random() - 0.5) * 0.06
      return `${(part * width).toFixed(1)} ${(wave * height).toFixed(1)}`
    })
    return (
      <path
        key={opacity}
        // the current period ends early
        d={`M${points.slice(0, opacity === 1 ? Math.ceil(count * 0.7) : count).join('L')}`}
        fill="none"
        stroke={color(0)}
        strokeOpacity={opacity}
        strokeWidth={opacity === 1 ? 1.8 : 1.2}
        strokeLinejoin="round"
      />
    )
  })
}
