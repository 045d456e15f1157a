import type { ThumbnailBox } from '../shared/contract.ts'

/** The continents as rounded shapes in the unit square. */
const lands = [
  [0.06, 0.12, 0.26, 0.34],
  [0.24, 0.52, 0.14, 0.42],
  [0.45, 0.14, 0.14, 0.22],
  [0.46, 0.42, 0.16, 0.42],
  [0.6, 0.1, 0.32, 0.4],
  [0.78, 0.64, 0.15, 0.2],
] as const

/** Continents in shades of one color, with a bubble. */
export function thumbnail({ width, height, random }: ThumbnailBox) {
  return (
    <>
      {lands.map(([x, y, wide, high]) => (
        <rect
          key={x}
          x={(x * width).toFixed(1)}
          y={(y * height).toFixed(1)}
          width={(wide * width).toFixed(1)}
          height={(high * height).toFixed(1)}
          rx={(Math.min(wide * width, high * height) * 0.35).toFixed(1)}
          fill={`var(--seq-${2 + Math.floor(random() * 6)})`}
        />
      ))}
    </>
  )
}
