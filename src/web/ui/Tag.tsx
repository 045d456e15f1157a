import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import css from './Tag.module.css'
import tones from './Tone.module.css'

export interface TagProps {
  tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info' | 'outline'
  icon?: ReactNode
  title?: string
  children: ReactNode
}

/** A small label: a status, a kind. Not clickable. */
export function Tag({ tone = 'neutral', icon, title, children }: TagProps) {
  return (
    <span className={classes(css.tag, css[tone], tones[tone])} title={title}>
      {icon}
      {children}
    </span>
  )
}

/** A colored dot before text with the same meaning. */
export function StatusDot({ tone }: { tone: 'success' | 'warning' | 'danger' | 'info' | 'neutral' }) {
  return <span className={classes(css.dot, css[`dot-${tone}`])} aria-hidden="true" />
}
