import type { ThumbnailBox } from '../shared/contract.ts'

/** A bar on two ranges, with a target. */
export function thumbnail({ width, height, random, color }: ThumbnailBox) {
  const tall = Math.min(height * 0.5, 40)
  const top = (height - tall) / 2
  const value = width * (0.45 + random() * 0.3)
  return (
    <>
      <rect x="0" y={top} width={width} height={tall} fill="var(--sunken)" />
      <rect x="0" y={top} width={width * 0.6} height={tall} fill="var(--border-2)" />
      <rect x="0" y={top + tall * 0.3} width={value} height={tall * 0.4} fill={color(0)} />
      <rect
        x={width * 0.8}
        y={top + tall * 0.12}
        width={Math.max(1.5, width / 90)}
        height={tall * 0.76}
        fill="var(--text)"
      />
    </>
  )
}
