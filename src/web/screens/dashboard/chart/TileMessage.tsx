import type { ReactNode } from 'react'
import css from './ChartBody.module.css'

interface TileMessageProps {
  icon: ReactNode
  tone?: 'danger' | 'warning'
  title: ReactNode
  text?: ReactNode
  actions?: ReactNode
  role?: 'alert'
}

/** An icon, a line, a sentence and a button, centered in a tile. */
export function TileMessage({ icon, tone, title, text, actions, role }: TileMessageProps) {
  return (
    <div className={css.message} role={role}>
      <span className={css.icon} data-tone={tone}>
        {icon}
      </span>
      <p className={css.messageTitle}>{title}</p>
      {text ? <p className={css.messageText}>{text}</p> : null}
      {actions ? <div className={css.messageActions}>{actions}</div> : null}
    </div>
  )
}
