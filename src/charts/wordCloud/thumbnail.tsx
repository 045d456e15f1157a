import type { ThumbnailBox } from '../shared/contract.ts'

/** Lines of words, as bars of several heights. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  const rows = Math.max(3, Math.min(6, Math.round(height / 14)))
  const step = height / rows
  let index = 0
  return Array.from({ length: rows }, (_, row) => {
    const near = 1 - Math.abs(row + 0.5 - rows / 2) / rows
    const tall = step * (0.3 + near * 0.42)
    const words = Array.from({ length: 3 }, () => 0.5 + random())
    const total = words.reduce((sum, each) => sum + each, 0)
    const line = width * (0.45 + near * 0.5)
    let x = (width - line) / 2
    return words.map((word) => {
      const wide = (word / total) * (line - 8)
      const left = x
      x += wide + 4
      index += 1
      return (
        <rect
          key={index}
          x={left.toFixed(1)}
          y={(row * step + (step - tall) / 2).toFixed(1)}
          width={wide.toFixed(1)}
          height={tall.toFixed(1)}
          rx={(tall / 3).toFixed(1)}
          fill={color(index)}
          fillOpacity={0.55 + near * 0.4}
        />
      )
    })
  })
}
