import type { ThumbnailBox } from '../shared/contract.ts'

/** A table of groups, one of them marked as the control. */
export const thumbnail = ({ width, height, random }: ThumbnailBox) => {
  const row = height / 5
  const bar = (x: number, y: number, wide: number, fill: string) => (
    <rect x={x} y={y + row * 0.36} width={wide} height={row * 0.28} rx={row * 0.14} fill={fill} />
  )
  return [0, 1, 2, 3, 4].map((at) => {
    const y = at * row
    const isHead = at === 0
    return (
      <g key={at}>
        {at === 1 ? <rect x={0} y={y} width={width} height={row} fill="var(--accent-soft)" /> : null}
        {bar(
          width * 0.04,
          y,
          width * (isHead ? 0.2 : 0.18 + random() * 0.12),
          isHead ? 'var(--text-3)' : 'var(--border-control)',
        )}
        {bar(width * 0.5, y, width * 0.14, isHead ? 'var(--text-3)' : 'var(--border-control)')}
        {at === 1 ? null : bar(width * 0.8, y, width * 0.14, isHead ? 'var(--text-3)' : 'var(--accent)')}
      </g>
    )
  })
}
