import type { ReactNode } from 'react'
import css from './NameCell.module.css'

/** The name of an item as a link, followed by its badges. */
export function NameCell({
  href,
  title,
  marks,
  tip,
}: {
  href: string
  title: string
  marks?: ReactNode
  tip?: string
}) {
  return (
    <span className={css.line}>
      <a href={href} className={css.name} title={tip} dir="auto">
        {title}
      </a>
      {marks}
    </span>
  )
}
