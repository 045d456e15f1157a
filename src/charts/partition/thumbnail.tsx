import type { ThumbnailBox } from '../shared/contract.ts'

/** A whole on the left, its parts and their parts to the right. */
export const thumbnail = ({ width, height, random, color }: ThumbnailBox) => {
  const parts = [0.45, 0.33, 0.22]
  const column = width / 3
  const cut = 0.4 + random() * 0.2
  const topOf = (at: number) => parts.slice(0, at).reduce((sum, part) => sum + part, 0) * height
  return (
    <>
      <rect x={0} y={0} width={column - 1.5} height={height} fill="var(--border-control)" />
      {parts.map((part, at) => {
        const [top, tall] = [topOf(at), part * height - 1.5]
        return (
          <g key={part} fill={color(at)}>
            <rect x={column} y={top} width={column - 1.5} height={tall} />
            <rect x={2 * column} y={top} width={column} height={tall * cut - 0.75} opacity={0.7} />
            <rect x={2 * column} y={top + tall * cut + 0.75} width={column} height={tall * (1 - cut)} opacity={0.4} />
          </g>
        )
      })}
    </>
  )
}
