import type { ReactNode } from 'react'
import { isSignedIn } from '../api/bootstrap.ts'
import { Breadcrumb } from '../ui/Breadcrumb.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { NavigationButton } from './NavigationButton.tsx'
import css from './PageHeader.module.css'

const texts = defineTexts('pageHeader', { crumbs: 'Breadcrumb' })

export interface PageHeaderProps {
  /** text, or an editable title with its own heading */
  title: ReactNode
  crumbs?: { label: string; href: string }[]
  /** next to the title: star, status, count */
  marks?: ReactNode
  /** secondary information after the badges; below the title on narrow screens */
  meta?: ReactNode
  /** actions on the right, primary last */
  actions?: ReactNode
  /** hides the button of the navigation drawer, as in standalone views */
  hideMenu?: boolean
}

/** The header bar of a page. */
export function PageHeader({ title, crumbs = [], marks, meta, actions, hideMenu = false }: PageHeaderProps) {
  const t = useText()
  return (
    <header className={css.bar}>
      {isSignedIn && !hideMenu ? <NavigationButton /> : null}
      {crumbs.length > 0 ? (
        <div className={css.crumbs}>
          <Breadcrumb items={crumbs} label={t(texts.crumbs)} />
        </div>
      ) : null}
      <div className={css.heading}>
        {typeof title === 'string' ? <h1 className={css.title}>{title}</h1> : title}
        {marks}
        {meta === undefined ? null : <div className={css.meta}>{meta}</div>}
      </div>
      {actions === undefined ? null : <div className={css.actions}>{actions}</div>}
    </header>
  )
}
