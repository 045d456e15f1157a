import type { ThumbnailBox } from '../shared/contract.ts'

export const thumbnail = ({ width, height, random, color }: ThumbnailBox) => {
  const parts = [0.5, 0.3, 0.2]
  const post = Math.max(2, width * 0.05)
  const gap = height * 0.06
  const high = height - gap * (parts.length - 1)
  const order = random() < 0.5 ? [1, 0, 2] : [0, 2, 1]
  const topOf = (list: number[], at: number) => list.slice(0, at).reduce((sum, part) => sum + part * high + gap, 0)
  const right = order.map((at) => parts[at] ?? 0)
  return parts.map((part, at) => {
    const [from, to] = [topOf(parts, at), topOf(right, order.indexOf(at))]
    const [left, end, middle] = [post, width - post, width / 2]
    const tall = part * high
    return (
      <g key={part} fill={color(at)}>
        <rect x={0} y={from} width={post} height={tall} />
        <rect x={end} y={to} width={post} height={tall} />
        <path
          opacity={0.4}
          d={`M${left} ${from}C${middle} ${from} ${middle} ${to} ${end} ${to}V${to + tall}C${middle} ${to + tall} ${middle} ${from + tall} ${left} ${from + tall}Z`}
        />
      </g>
    )
  })
}
