import type { ThumbnailBox } from '../shared/contract.ts'

const axes = 5

export const thumbnail = ({ width, height, random, color }: ThumbnailBox) => {
  const radius = Math.min(width, height) * 0.5
  const polygon = (shares: number[]) =>
    shares
      .map((share, at) => {
        const angle = (2 * Math.PI * at) / axes - Math.PI / 2
        const [x, y] = [width / 2 + radius * share * Math.cos(angle), height / 2 + radius * share * Math.sin(angle)]
        return `${x.toFixed(1)},${y.toFixed(1)}`
      })
      .join(' ')
  const ring = (share: number) => polygon(Array.from({ length: axes }, () => share))
  return (
    <>
      <polygon points={ring(1)} fill="none" stroke="var(--border)" />
      <polygon points={ring(0.5)} fill="none" stroke="var(--border)" />
      {[0, 1].map((index) => (
        <polygon
          key={index}
          points={polygon(Array.from({ length: axes }, () => 0.4 + random() * 0.55))}
          fill={color(index)}
          fillOpacity={0.2}
          stroke={color(index)}
        />
      ))}
    </>
  )
}
