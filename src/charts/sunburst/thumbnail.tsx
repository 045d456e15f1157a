import type { ThumbnailBox } from '../shared/contract.ts'

const shares = [0.42, 0.33, 0.25]

export const thumbnail = ({ width, height, random, color }: ThumbnailBox) => {
  const radius = Math.min(width, height) / 2
  const [x, y] = [width / 2, height / 2]
  const point = (turn: number, far: number) => {
    const angle = 2 * Math.PI * turn - Math.PI / 2
    return `${(x + far * Math.cos(angle)).toFixed(1)} ${(y + far * Math.sin(angle)).toFixed(1)}`
  }
  const ring = (from: number, to: number, inner: number, outer: number) => {
    const large = to - from > 0.5 ? 1 : 0
    return `M${point(from, outer)}A${outer} ${outer} 0 ${large} 1 ${point(to, outer)}L${point(to, inner)}A${inner} ${inner} 0 ${large} 0 ${point(from, inner)}Z`
  }
  const gap = 0.006
  return shares.map((share, index) => {
    const from = shares.slice(0, index).reduce((sum, each) => sum + each, 0)
    const split = from + share * (0.3 + random() * 0.4)
    return (
      <g key={share} fill={color(index)}>
        <path d={ring(from + gap, from + share - gap, radius * 0.3, radius * 0.64)} />
        <path d={ring(from + gap, split - gap, radius * 0.68, radius)} opacity={0.7} />
        <path d={ring(split + gap, from + share - gap, radius * 0.68, radius * 0.92)} opacity={0.45} />
      </g>
    )
  })
}
