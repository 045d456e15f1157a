import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { LabelledIcon } from '../ui/LabelledIcon.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './Pager.module.css'

const texts = defineTexts('pager', {
  label: 'Pages',
  range: '{from, number}–{to, number} of {count, number}',
  previous: 'Previous page',
  next: 'Next page',
  page: 'Page {page, number} of {pages, number}',
})

export interface PagerProps {
  /** counted from 0 */
  page: number
  pageSize: number
  count: number
  onPage: (page: number) => void
}

export function Pager({ page, pageSize, count, onPage }: PagerProps) {
  const t = useText()
  const pages = Math.max(1, Math.ceil(count / pageSize))
  const from = Math.min(count, page * pageSize + 1)
  return (
    <nav className={css.pager} aria-label={t(texts.label)}>
      <span>{t(texts.range, { from, to: Math.min(count, (page + 1) * pageSize), count })}</span>
      <span className={css.steps}>
        <Button
          size="xs"
          square
          icon={<ChevronLeft size={14} />}
          aria-label={t(texts.previous)}
          disabled={page === 0}
          onClick={() => onPage(page - 1)}
        />
        <LabelledIcon label={t(texts.page, { page: page + 1, pages })} className={css.page}>
          {page + 1}
        </LabelledIcon>
        <Button
          size="xs"
          square
          icon={<ChevronRight size={14} />}
          aria-label={t(texts.next)}
          disabled={page >= pages - 1}
          onClick={() => onPage(page + 1)}
        />
      </span>
    </nav>
  )
}
