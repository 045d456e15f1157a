import type { ThumbnailBox } from '../shared/contract.ts'

/** Two braces around lines of text. */
export const thumbnail = ({ width, height, random, color }: ThumbnailBox) => {
  const brace = (x: number, to: number) => {
    const tip = height / 2
    const bend = width * 0.05 * to
    return `M${x + bend} ${height * 0.12} Q${x} ${height * 0.12} ${x} ${height * 0.3} T${x - bend} ${tip} Q${x} ${tip} ${x} ${height * 0.7} T${x + bend} ${height * 0.88}`
  }
  const braces = [brace(width * 0.12, 1), brace(width * 0.2, 1), brace(width * 0.8, -1), brace(width * 0.88, -1)]
  return (
    <g fill="currentColor">
      {braces.map((path) => (
        <path key={path} d={path} fill="none" stroke={color(0)} strokeWidth={1.5} />
      ))}
      {[0.25, 0.5, 0.75].map((at) => (
        <rect
          key={at}
          x={width * 0.32}
          y={height * at - 2.5}
          width={width * (0.2 + random() * 0.16)}
          height={5}
          rx={2}
          opacity={0.35}
        />
      ))}
    </g>
  )
}
