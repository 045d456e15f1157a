import type { ThumbnailBox } from '../shared/contract.ts'

/** A country of eight regions that share borders, in the unit square. */
const regions = [
  '0.30,0.02 0.52,0.06 0.48,0.24 0.28,0.26',
  '0.52,0.06 0.78,0.04 0.82,0.22 0.62,0.32 0.48,0.24',
  '0.28,0.26 0.48,0.24 0.50,0.46 0.30,0.52 0.18,0.40',
  '0.48,0.24 0.62,0.32 0.66,0.50 0.50,0.46',
  '0.62,0.32 0.82,0.22 0.90,0.48 0.66,0.50',
  '0.30,0.52 0.50,0.46 0.52,0.72 0.34,0.80 0.22,0.66',
  '0.50,0.46 0.66,0.50 0.70,0.74 0.52,0.72',
  '0.34,0.80 0.52,0.72 0.70,0.74 0.62,0.92 0.46,0.98',
]

/** The regions of a country in shades of one color. */
export function thumbnail({ width, height, random }: ThumbnailBox) {
  const side = Math.min(width, height)
  const left = (width - side) / 2
  const placed = (points: string) =>
    points
      .split(' ')
      .map((point) => {
        const [x = 0, y = 0] = point.split(',').map(Number)
        return `${(left + x * side).toFixed(1)},${(y * height).toFixed(1)}`
      })
      .join(' ')
  return regions.map((points) => (
    <polygon
      key={points}
      points={placed(points)}
      fill={`var(--seq-${2 + Math.floor(random() * 6)})`}
      stroke="var(--surface)"
      strokeWidth={1}
    />
  ))
}
