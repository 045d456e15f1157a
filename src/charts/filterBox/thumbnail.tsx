import type { ThumbnailBox } from '../shared/contract.ts'

/** Three fields, one below the other, each with a short label. */
export const thumbnail = ({ width, height, random, color }: ThumbnailBox) => {
  const step = height / 3
  return [0, 1, 2].map((row) => (
    <g key={row}>
      <rect x={0} y={row * step} width={width * (0.2 + random() * 0.2)} height={step * 0.16} fill={color(row)} />
      <rect
        x={0.75}
        y={row * step + step * 0.28}
        width={width - 1.5}
        height={step * 0.5}
        rx={2}
        fill="none"
        stroke={color(row)}
        strokeWidth={1.5}
      />
    </g>
  ))
}
