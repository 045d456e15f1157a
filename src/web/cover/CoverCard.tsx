import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import css from './CoverCard.module.css'

export interface CoverCardProps {
  href: string
  title: string
  cover: ReactNode
  /** next to the title: certified badge, star */
  marks?: ReactNode
  /** below the title */
  meta: ReactNode
  /** over the cover on hover and focus */
  actions?: ReactNode
  /** in bulk select: before the title */
  check?: ReactNode
  isSelected?: boolean
}

/** A card with a cover. The title is the link; its click area covers the card. */
export function CoverCard({ href, title, cover, marks, meta, actions, check, isSelected = false }: CoverCardProps) {
  return (
    <article className={classes(css.card, isSelected && css.selected)}>
      <div className={css.cover}>{cover}</div>
      <div className={css.body}>
        <div className={css.line}>
          {check}
          <a href={href} className={css.title} dir="auto">
            {title}
          </a>
          <span className={css.above}>{marks}</span>
        </div>
        <div className={css.meta}>{meta}</div>
      </div>
      {actions ? <div className={css.actions}>{actions}</div> : null}
    </article>
  )
}
