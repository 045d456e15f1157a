import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import css from './EmptyState.module.css'

export interface EmptyStateProps {
  title: ReactNode
  /** describes the kind of object */
  text?: ReactNode
  /** one primary action, then others */
  actions?: ReactNode
  /** the drawing for the kind of object; a curve over an empty grid by default */
  picture?: ReactNode | false
  size?: 'small' | 'medium' | 'big'
  /** below a line: existing objects to continue with */
  children?: ReactNode
}

/** An empty state that says what belongs here and explains the next step. */
export function EmptyState({ title, text, actions, picture, size = 'medium', children }: EmptyStateProps) {
  return (
    <div className={classes(css.empty, css[size])}>
      {picture === false ? null : (picture ?? <EmptyPlot />)}
      <p className={css.title}>{title}</p>
      {text ? <p className={css.text}>{text}</p> : null}
      {actions ? <div className={css.actions}>{actions}</div> : null}
      {children ? <div className={css.more}>{children}</div> : null}
    </div>
  )
}

function EmptyPlot() {
  return (
    <svg className={css.plot} viewBox="0 0 520 132" fill="none" aria-hidden="true">
      <g stroke="var(--border-2)">
        <path d="M110 116h300" />
        <path d="M110 84h300M110 52h300M110 20h300" strokeDasharray="2 5" />
      </g>
      <path
        d="M118 100c34-6 44-44 78-40s36 30 66 20 38-44 66-46 40 10 72-10"
        stroke="var(--accent)"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <circle cx="400" cy="24" r="5" fill="var(--accent)" stroke="var(--surface)" strokeWidth="3" />
    </svg>
  )
}
