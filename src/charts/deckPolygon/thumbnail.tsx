import type { ThumbnailBox } from '../shared/contract.ts'

const columns = 5
const rows = 4

/** Adjacent areas in shades of one color. */
export function thumbnail({ width, height, random }: ThumbnailBox) {
  const corner = (column: number, row: number) => {
    const x = width * (0.1 + (0.8 * column) / columns) + (wave(column, row) * width) / 30
    const y = height * (0.14 + (0.72 * row) / rows) + (wave(row, column) * height) / 30
    return `${x.toFixed(1)},${y.toFixed(1)}`
  }
  return Array.from({ length: columns * rows }, (_, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)]
    const points = [corner(column, row), corner(column + 1, row), corner(column + 1, row + 1), corner(column, row + 1)]
    return (
      <polygon
        // biome-ignore lint/suspicious/noArrayIndexKey: areas have no other identity
        key={at}
        points={points.join(' ')}
        fill={`var(--seq-${1 + Math.floor(random() * 6)})`}
        stroke="var(--surface)"
      />
    )
  })
}

/** A number from -1 to 1, the same for all areas that share a corner. */
const wave = (one: number, other: number) => Math.sin(one * 12.9 + other * 4.1)
