import type { ThumbnailBox } from '../shared/contract.ts'

const points = 14

/** Circles of several sizes and colors on land. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  return (
    <>
      <rect
        x={width * 0.06}
        y={height * 0.1}
        width={width * 0.88}
        height={height * 0.8}
        rx={height * 0.3}
        fill="var(--seq-1)"
      />
      {Array.from({ length: points }, (_, at) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: circles have no other identity
          key={at}
          cx={(width * (0.14 + 0.72 * random())).toFixed(1)}
          cy={(height * (0.2 + 0.6 * random())).toFixed(1)}
          r={(1.5 + 0.07 * height * random()).toFixed(1)}
          fill={color(at % 3)}
          fillOpacity={0.8}
        />
      ))}
    </>
  )
}
