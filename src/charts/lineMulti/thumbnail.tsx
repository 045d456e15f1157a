import type { ThumbnailBox } from '../shared/contract.ts'

/** The lines of several charts in one frame. */
export const thumbnail = ({ width, height, random, color }: ThumbnailBox) => {
  const lines = [0.2, 0.45, 0.7, 0.85].map((base) =>
    Array.from({ length: 9 }, (_, at) => {
      const y = height * Math.min(1, Math.max(0, base + (random() - 0.5) * 0.18))
      return `${((at * width) / 8).toFixed(1)} ${y.toFixed(1)}`
    }).join('L'),
  )
  return lines.map((line, at) => (
    <path
      key={line}
      d={`M${line}`}
      fill="none"
      stroke={color(at)}
      strokeWidth={1.75}
      strokeDasharray={at > 1 ? '4 3' : undefined}
    />
  ))
}
