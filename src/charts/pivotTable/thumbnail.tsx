import type { ThumbnailBox } from '../shared/contract.ts'

const columns = 5
const rows = 5

/** A table with headers on two sides and shaded totals. */
export const thumbnail = ({ width, height, random, color }: ThumbnailBox) => {
  const [cellWidth, cellHeight] = [width / columns, height / rows]
  return (
    <g>
      {Array.from({ length: rows * columns }, (_, index) => {
        const [row, column] = [Math.floor(index / columns), index % columns]
        if (row === 0 && column === 0) return null
        const isHeader = row === 0 || column === 0
        const isTotal = row === rows - 1 || column === columns - 1
        const length = isHeader ? 0.75 : 0.35 + random() * 0.35
        return (
          <rect
            key={`${row}-${column}`}
            x={column * cellWidth + (column === 0 ? 0 : cellWidth * (0.9 - length))}
            y={row * cellHeight + cellHeight * 0.3}
            width={cellWidth * length}
            height={cellHeight * 0.34}
            rx={1.5}
            fill={isHeader ? 'currentColor' : color(0)}
            opacity={isHeader ? 0.35 : isTotal ? 0.95 : 0.5}
          />
        )
      })}
    </g>
  )
}
