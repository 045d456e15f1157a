import type { ThumbnailBox } from '../shared/contract.ts'
import { thumbnailLand } from '../shared/maps/thumbnailLand.tsx'

const columns = 7
const rows = 5

/** Hexagons of several colors, with gaps where there are no points. */
export function thumbnail({ width, height, random }: ThumbnailBox) {
  const side = Math.min(width / (columns * 2), height / (rows * 1.7))
  return (
    <>
      {thumbnailLand({ width, height })}
      {Array.from({ length: columns * rows }, (_, at) => {
        const [column, row] = [at % columns, Math.floor(at / columns)]
        const x = width / 2 + (column - (columns - 1) / 2 + (row % 2) / 2) * side * 1.732
        const y = height / 2 + (row - (rows - 1) / 2) * side * 1.5
        if (random() < 0.3) return null
        const corners = Array.from({ length: 6 }, (_corner, corner) => {
          const angle = (Math.PI / 3) * corner + Math.PI / 6
          return `${(x + side * Math.cos(angle)).toFixed(1)},${(y + side * Math.sin(angle)).toFixed(1)}`
        })
        return (
          <polygon
            // biome-ignore lint/suspicious/noArrayIndexKey: hexagons have no other identity
            key={at}
            points={corners.join(' ')}
            fill={`var(--seq-${3 + 2 * Math.floor(random() * 4)})`}
            stroke="var(--surface)"
          />
        )
      })}
    </>
  )
}
