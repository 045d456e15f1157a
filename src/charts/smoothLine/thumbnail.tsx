import type { ThumbnailBox } from '../shared/contract.ts'

/** Two waves. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  const stroke = width > 160 ? 1.6 : 1.2
  return [0.62, 0.3].map((middle, index) => {
    const start = random() * Math.PI * 2
    const swing = 0.12 + random() * 0.14
    const points = Array.from({ length: 33 }, (_none, at) => {
      const y = middle - swing * Math.sin(start + (at / 32) * Math.PI * 3.2)
      return `${((at / 32) * width).toFixed(1)} ${((1 - y) * height).toFixed(1)}`
    })
    return <path key={middle} d={`M${points.join('L')}`} fill="none" stroke={color(index)} strokeWidth={stroke} />
  })
}
