import type { ThumbnailBox } from '../shared/contract.ts'

export const thumbnail = ({ width, height, color }: ThumbnailBox) => {
  const radius = Math.max(1.5, Math.min(width, height) * 0.045)
  const [left, middle, right] = [radius, width / 2, width - radius]
  const branches = [0.18, 0.5, 0.82].map((share) => share * height)
  const curve = (x: number, y: number, toX: number, toY: number) =>
    `M${x} ${y}C${(x + toX) / 2} ${y} ${(x + toX) / 2} ${toY} ${toX} ${toY}`
  return (
    <>
      {branches.map((y, index) => {
        const leaves = [-0.09, 0.09].map((shift) => y + shift * height)
        return (
          <g key={y}>
            <path d={curve(left, height / 2, middle, y)} fill="none" stroke="var(--border-2)" />
            {leaves.map((leaf) => (
              <g key={leaf}>
                <path d={curve(middle, y, right, leaf)} fill="none" stroke="var(--border-2)" />
                <circle cx={right} cy={leaf} r={radius} fill={color(index)} />
              </g>
            ))}
            <circle cx={middle} cy={y} r={radius} fill={color(index)} />
          </g>
        )
      })}
      <circle cx={left} cy={height / 2} r={radius * 1.3} fill={color(0)} />
    </>
  )
}
