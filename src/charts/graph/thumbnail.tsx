import type { ThumbnailBox } from '../shared/contract.ts'

const places = [
  [0.5, 0.5],
  [0.18, 0.24],
  [0.82, 0.2],
  [0.88, 0.74],
  [0.3, 0.84],
  [0.08, 0.62],
] as const
const links = [
  [0, 1],
  [0, 2],
  [0, 3],
  [0, 4],
  [1, 5],
  [4, 5],
  [2, 3],
] as const

export const thumbnail = ({ width, height, random, color }: ThumbnailBox) => {
  const least = Math.min(width, height)
  const at = (index: number) => [(places[index]?.[0] ?? 0) * width, (places[index]?.[1] ?? 0) * height] as const
  return (
    <>
      {links.map(([from, to]) => (
        <path key={`${from}-${to}`} d={`M${at(from).join(' ')}L${at(to).join(' ')}`} stroke="var(--border-2)" />
      ))}
      {places.map(([left], index) => (
        <circle
          key={left}
          cx={at(index)[0]}
          cy={at(index)[1]}
          r={least * (index === 0 ? 0.13 : 0.05 + random() * 0.05)}
          fill={color(index % 3)}
        />
      ))}
    </>
  )
}
