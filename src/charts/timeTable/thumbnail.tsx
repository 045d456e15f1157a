import type { ThumbnailBox } from '../shared/contract.ts'

const rows = 4
const points = 9

/** Rows with a name, a sparkline and a number. */
export const thumbnail = ({ width, height, random, color }: ThumbnailBox) => {
  const rowHeight = height / rows
  return (
    <g fill="currentColor">
      {Array.from({ length: rows }, (_, row) => {
        const middle = row * rowHeight + rowHeight / 2
        const line = Array.from({ length: points }, (_point, at) => {
          const x = width * (0.3 + (0.42 * at) / (points - 1))
          return `${x.toFixed(1)},${(middle + (random() - 0.5) * rowHeight * 0.6).toFixed(1)}`
        })
        return (
          <g key={row}>
            <rect x={0} y={middle - 2} width={width * (0.14 + random() * 0.08)} height={4} rx={1.5} opacity={0.35} />
            <polyline points={line.join(' ')} fill="none" stroke={color(0)} strokeWidth={1.5} />
            <rect x={width * 0.86} y={middle - 2} width={width * 0.14} height={4} rx={1.5} opacity={0.5} />
          </g>
        )
      })}
    </g>
  )
}
