import type { ThumbnailBox } from '../shared/contract.ts'
import { thumbnailLand } from '../shared/maps/thumbnailLand.tsx'

const places = [
  [0.28, 0.4, 0.16, 0.3],
  [0.6, 0.34, 0.12, 0.65],
  [0.74, 0.68, 0.14, 0.45],
  [0.42, 0.72, 0.1, 0.2],
] as const

/** Small pies at places on land. */
export function thumbnail({ width, height, color }: ThumbnailBox) {
  return (
    <>
      {thumbnailLand({ width, height })}
      {places.map(([x, y, size, part]) => {
        const [cx, cy, radius] = [width * x, height * y, height * size]
        const angle = 2 * Math.PI * part
        const end = `${cx + radius * Math.sin(angle)},${cy - radius * Math.cos(angle)}`
        return (
          <g key={x}>
            <circle cx={cx} cy={cy} r={radius} fill={color(0)} />
            <path
              d={`M${cx},${cy}V${cy - radius}A${radius},${radius} 0 ${part > 0.5 ? 1 : 0} 1 ${end}Z`}
              fill={color(1)}
            />
          </g>
        )
      })}
    </>
  )
}
