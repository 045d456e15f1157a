import type { ThumbnailBox } from '../shared/contract.ts'

const shares = [1, 0.72, 0.46, 0.24, 0.12]

export const thumbnail = ({ width, height, color }: ThumbnailBox) => {
  const step = height / (shares.length - 1)
  const ends = (level: number) => {
    const half = ((shares[level] ?? 0) * width * 0.84) / 2
    return [width / 2 - half, width / 2 + half] as const
  }
  return shares.slice(1).map((share, level) => {
    const [topLeft, topRight] = ends(level)
    const [bottomLeft, bottomRight] = ends(level + 1)
    const [top, bottom] = [level * step, (level + 1) * step - Math.max(1, step * 0.07)]
    return (
      <path
        key={share}
        d={`M${topLeft} ${top}H${topRight}L${bottomRight} ${bottom}H${bottomLeft}Z`}
        fill={color(level)}
      />
    )
  })
}
