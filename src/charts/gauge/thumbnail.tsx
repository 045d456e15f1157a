import type { ThumbnailBox } from '../shared/contract.ts'

/** A point of the dial: 0 is the left end, 1 the right end. */
const at = (share: number, radius: number, x: number, y: number) => {
  const angle = Math.PI * (1 - share)
  return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y - radius * Math.sin(angle)).toFixed(1)}`
}

export const thumbnail = ({ width, height, random, color }: ThumbnailBox) => {
  const radius = Math.min(width / 2, height * 0.8) * 0.86
  const [x, y] = [width / 2, (height + radius * 0.9) / 2]
  const share = 0.35 + random() * 0.4
  const line = Math.max(2, radius * 0.2)
  const arc = (to: number) => `M${at(0, radius, x, y)}A${radius} ${radius} 0 0 1 ${at(to, radius, x, y)}`
  return (
    <>
      <path d={arc(1)} fill="none" stroke="var(--border)" strokeWidth={line} />
      <path d={arc(share)} fill="none" stroke={color(0)} strokeWidth={line} />
      <path d={`M${x} ${y}L${at(share, radius * 0.72, x, y)}`} stroke={color(0)} strokeWidth={line / 3} />
    </>
  )
}
