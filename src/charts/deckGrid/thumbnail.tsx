import type { ThumbnailBox } from '../shared/contract.ts'
import { thumbnailLand } from '../shared/maps/thumbnailLand.tsx'

const columns = 7
const rows = 5

/** Squares of several colors, with gaps where no point is. */
export function thumbnail({ width, height, random }: ThumbnailBox) {
  const side = Math.min(width / (columns + 1), height / (rows + 1))
  return (
    <>
      {thumbnailLand({ width, height })}
      {Array.from({ length: columns * rows }, (_, at) => {
        const [column, row] = [at % columns, Math.floor(at / columns)]
        const x = width / 2 + (column - (columns - 1) / 2) * side
        const y = height / 2 + (row - (rows - 1) / 2) * side
        if (random() < 0.3) return null
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity
            key={at}
            x={(x - side / 2).toFixed(1)}
            y={(y - side / 2).toFixed(1)}
            width={side.toFixed(1)}
            height={side.toFixed(1)}
            fill={`var(--seq-${3 + 2 * Math.floor(random() * 4)})`}
            stroke="var(--surface)"
          />
        )
      })}
    </>
  )
}
