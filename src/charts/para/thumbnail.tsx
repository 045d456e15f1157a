import type { ThumbnailBox } from '../shared/contract.ts'

/** Lines between vertical axes. */
export const thumbnail = ({ width, height, random, color }: ThumbnailBox) => {
  const axes = [0, 1, 2, 3].map((at) => 2 + (at * (width - 4)) / 3)
  const lines = Array.from({ length: 6 }, () => axes.map((x) => `${x.toFixed(1)} ${(random() * height).toFixed(1)}`))
  return (
    <>
      {lines.map((points, at) => (
        <path
          key={points.join()}
          d={`M${points.join('L')}`}
          fill="none"
          stroke={color(at % 2)}
          strokeWidth={1.25}
          opacity={0.8}
        />
      ))}
      {axes.map((x) => (
        <path key={x} d={`M${x} 0V${height}`} stroke="var(--text-3)" />
      ))}
    </>
  )
}
