import type { ThumbnailBox } from '../shared/contract.ts'

/** Two lines of steps. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  const count = width < 90 ? 6 : 12
  const line = (low: number) => {
    let path = ''
    for (let step = 0; step < count; step += 1) {
      const y = ((1 - low - random() * 0.42) * height).toFixed(1)
      path += `${step === 0 ? 'M0' : 'H'}${step === 0 ? '' : ((step * width) / count).toFixed(1)}${step === 0 ? ` ${y}` : `V${y}`}`
    }
    return `${path}H${width}`
  }
  const stroke = width > 160 ? 1.6 : 1.2
  return [0.5, 0.06].map((low, index) => (
    <path key={low} d={line(low)} fill="none" stroke={color(index)} strokeWidth={stroke} strokeLinejoin="round" />
  ))
}
