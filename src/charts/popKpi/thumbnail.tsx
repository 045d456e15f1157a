import type { ThumbnailBox } from '../shared/contract.ts'

/** A number with its change. */
export const thumbnail = ({ width, height }: ThumbnailBox) => {
  const size = Math.min(height * 0.46, width * 0.28)
  const arrow = size * 0.3
  const y = height * 0.82
  return (
    <>
      <text x={width / 2} y={height * 0.48} textAnchor="middle" fontSize={size} fontWeight={600} fill="var(--text)">
        123
      </text>
      <path
        d={`M${width * 0.34} ${y}l${arrow} ${-arrow}m0 0h${-arrow * 0.7}m${arrow * 0.7} 0v${arrow * 0.7}`}
        fill="none"
        stroke="var(--success)"
        strokeWidth={2}
      />
      <rect
        x={width * 0.34 + arrow * 1.6}
        y={y - arrow * 0.75}
        width={width * 0.24}
        height={arrow * 0.5}
        rx={arrow * 0.25}
        fill="var(--border-control)"
      />
    </>
  )
}
