import type { ThumbnailBox } from '../shared/contract.ts'

/** A line over bars: either can be selected. */
export const thumbnail = ({ width, height, random, color }: ThumbnailBox) => {
  const step = width / 9
  const values = Array.from({ length: 9 }, (_, at) => 0.3 + at * 0.04 + random() * 0.3)
  const points = values.map((value, at) => `${((at + 0.5) * step).toFixed(1)} ${((1 - value) * height).toFixed(1)}`)
  return (
    <>
      {values.map((value, at) => (
        <rect
          key={points[at]}
          x={at * step + step * 0.15}
          y={height * (1 - value * 0.75)}
          width={step * 0.7}
          height={height * value * 0.75}
          fill={color(0)}
          opacity={0.35}
        />
      ))}
      <path d={`M${points.join('L')}`} fill="none" stroke={color(0)} strokeWidth={2} />
    </>
  )
}
