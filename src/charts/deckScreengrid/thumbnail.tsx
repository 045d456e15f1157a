import type { ThumbnailBox } from '../shared/contract.ts'
import { thumbnailLand } from '../shared/maps/thumbnailLand.tsx'

const columns = 9
const rows = 5

/** Square cells of one color, some darker than others. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  const side = Math.min(width / (columns + 1), height / (rows + 1))
  return (
    <>
      {thumbnailLand({ width, height })}
      {Array.from({ length: columns * rows }, (_, at) => {
        const [column, row] = [at % columns, Math.floor(at / columns)]
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity
            key={at}
            x={(width / 2 + (column - columns / 2) * side).toFixed(1)}
            y={(height / 2 + (row - rows / 2) * side).toFixed(1)}
            width={side.toFixed(1)}
            height={side.toFixed(1)}
            fill={color(0)}
            fillOpacity={(0.08 + 0.85 * random() ** 2).toFixed(2)}
          />
        )
      })}
    </>
  )
}
