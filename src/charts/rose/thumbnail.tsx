import type { ThumbnailBox } from '../shared/contract.ts'

/** Wedges of two parts around a center. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  const count = width < 90 ? 8 : 12
  const [x, y, most] = [width / 2, height / 2, Math.min(width, height) / 2 - 1]
  const at = (radius: number, step: number) => {
    const angle = (step / count) * 2 * Math.PI
    return `${(x + radius * Math.sin(angle)).toFixed(1)} ${(y - radius * Math.cos(angle)).toFixed(1)}`
  }
  const wedge = (radius: number, step: number) =>
    `M${x} ${y}L${at(radius, step)}A${radius.toFixed(1)} ${radius.toFixed(1)} 0 0 1 ${at(radius, step + 1)}Z`
  return (
    <>
      {Array.from({ length: count }, (_none, step) => {
        const outer = most * (0.5 + 0.5 * random())
        return (
          <g key={at(1, step)} stroke="var(--surface)" strokeWidth="0.8">
            <path d={wedge(outer, step)} fill={color(1)} />
            <path d={wedge(outer * 0.6, step)} fill={color(0)} />
          </g>
        )
      })}
    </>
  )
}
