import type { ThumbnailBox } from '../shared/contract.ts'

/** Months as columns of weeks. */
export function thumbnail({ width, height, random }: ThumbnailBox) {
  const rows = 7
  const cell = Math.max(3, Math.min(height / rows, 14))
  const columns = Math.floor(width / cell)
  return Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [Math.floor(index / rows), index % rows]
    const isGap = column % 5 === 4
    const level = Math.round(1 + (4 + 3 * Math.sin(column / 3)) * random())
    return isGap ? null : (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity
        key={index}
        x={(column * cell).toFixed(1)}
        y={(row * cell + (height - rows * cell) / 2).toFixed(1)}
        width={(cell - 1).toFixed(1)}
        height={(cell - 1).toFixed(1)}
        fill={`var(--seq-${Math.min(9, level)})`}
      />
    )
  })
}
