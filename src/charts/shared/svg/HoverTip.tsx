import type { CSSProperties } from 'react'
import css from './HoverTip.module.css'

/** The tooltip of an SVG drawing: the position of the pointer, and the content. */
export interface Hover {
  x: number
  y: number
  title: string
  rows: { label: string; value: string; color?: string }[]
}

/** A tooltip next to the pointer, on the side with more space. */
export function HoverTip({ hover, width, height }: { hover: Hover | undefined; width: number; height: number }) {
  if (hover === undefined) return null
  const isLeft = hover.x > width / 2
  const isAbove = hover.y > height / 2
  const style: CSSProperties = {
    ...(isLeft ? { right: width - hover.x + 12 } : { left: hover.x + 12 }),
    ...(isAbove ? { bottom: height - hover.y + 8 } : { top: hover.y + 8 }),
  }
  return (
    <div className={css.tip} style={style} aria-hidden="true">
      <div className={css.title}>{hover.title}</div>
      {hover.rows.map((row) => (
        <div key={row.label} className={css.row}>
          <span className={css.label}>
            {row.color === undefined ? null : (
              <svg className={css.dot} viewBox="0 0 8 8">
                <rect width="8" height="8" rx="2" fill={row.color} />
              </svg>
            )}
            {row.label}
          </span>
          <span className={css.value}>{row.value}</span>
        </div>
      ))}
    </div>
  )
}
