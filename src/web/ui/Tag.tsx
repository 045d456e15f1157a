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

/** A small word about something: a status, a kind, a label. Not pressable. */
export function Tag({ tone = 'neutral', icon, title, children }: TagProps) {
  return (
    <span className={classes(css.tag, css[tone], tones[tone])} title={title}>
      {icon}
      {children}
    </span>
  )
}

/** A coloured dot before a word that says the same. */
export function StatusDot({ tone }: { tone: 'success' | 'warning' | 'danger' | 'info' | 'neutral' }) {
  return <span className={classes(css.dot, css[`dot-${tone}`])} aria-hidden="true" />
}
