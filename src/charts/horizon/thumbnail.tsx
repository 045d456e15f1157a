import type { ThumbnailBox } from '../shared/contract.ts'

/** Rows of folded areas. */
export function thumbnail({ width, height, random }: ThumbnailBox) {
  const rows = Math.max(3, Math.min(6, Math.round(height / 16)))
  const step = height / rows
  const points = Math.max(8, Math.min(30, Math.round(width / 8)))
  return Array.from({ length: rows }, (_, row) => {
    const phase = random() * 6
    const values = Array.from(
      { length: points + 1 },
      (__, at) => 1.5 * (1 + Math.sin((at / points) * (3 + row) + phase)) * (0.8 + random() * 0.2),
    )
    return [0, 1, 2].map((band) => {
      const line = values.map((value, at) => {
        const part = Math.min(1, Math.max(0, value - band))
        return `${((at / points) * width).toFixed(1)} ${((row + 1) * step - 1 - part * (step - 2)).toFixed(1)}`
      })
      const floor = ((row + 1) * step - 1).toFixed(1)
      return (
        <path
          key={`${row}-${band}`}
          d={`M0 ${floor}L${line.join('L')}L${width} ${floor}Z`}
          fill={`var(--seq-${3 + band * 2})`}
        />
      )
    })
  })
}
