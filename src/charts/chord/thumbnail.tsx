import type { ThumbnailBox } from '../shared/contract.ts'

const pairs = [
  [0.04, 0.55],
  [0.2, 0.8],
  [0.36, 0.68],
] as const

export const thumbnail = ({ width, height, color }: ThumbnailBox) => {
  const radius = Math.min(width, height) / 2
  const [x, y] = [width / 2, height / 2]
  const line = Math.max(2, radius * 0.1)
  const at = (turn: number, far: number) => {
    const angle = 2 * Math.PI * turn - Math.PI / 2
    return `${(x + far * Math.cos(angle)).toFixed(1)} ${(y + far * Math.sin(angle)).toFixed(1)}`
  }
  const far = radius - line / 2
  return pairs.map(([from, to], index) => (
    <g key={from} stroke={color(index)} fill={color(index)}>
      <path d={`M${at(from, far)}A${far} ${far} 0 0 1 ${at(from + 0.13, far)}`} fill="none" strokeWidth={line} />
      <path d={`M${at(to, far)}A${far} ${far} 0 0 1 ${at(to + 0.1, far)}`} fill="none" strokeWidth={line} />
      <path
        stroke="none"
        opacity={0.45}
        d={`M${at(from, far - line)}Q${x} ${y} ${at(to + 0.1, far - line)}L${at(to, far - line)}Q${x} ${y} ${at(from + 0.13, far - line)}Z`}
      />
    </g>
  ))
}
