import { ChevronRight } from 'lucide-react'
import css from './Breadcrumb.module.css'

/** Links to parent pages, before the page's title. */
export function Breadcrumb({ items, label }: { items: { label: string; href: string }[]; label: string }) {
  return (
    <nav aria-label={label} className={css.crumbs}>
      {items.map((item) => (
        <span key={item.href} className={css.crumb}>
          <a href={item.href}>{item.label}</a>
          <ChevronRight size={12} />
        </span>
      ))}
    </nav>
  )
}
