import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../web/ui/IconButton.tsx'
import { NativeSelect } from '../../web/ui/NativeSelect.tsx'
import { pageLanguage } from '../../web/ui/pageLanguage.ts'
import { useText } from '../../web/ui/text.ts'
import { type Paging, pageLengths } from './paging.ts'
import css from './Table.module.css'
import { texts } from './texts.ts'

interface Props {
  paging: Paging
  /** at the start of the row */
  before?: ReactNode
  onChange: (page: number, pageSize: number) => void
}

export function Pager({ paging, before, onChange }: Props) {
  const t = useText()
  const { page, pageSize, rowCount } = paging
  const pages = pageSize === 0 ? 1 : Math.max(1, Math.ceil(rowCount / pageSize))
  const from = rowCount === 0 ? 0 : page * pageSize + 1
  const to = pageSize === 0 ? rowCount : Math.min(rowCount, (page + 1) * pageSize)
  const number = (value: number) => value.toLocaleString(pageLanguage())
  return (
    <div className={css.pager}>
      {before}
      <span className={css.range}>
        {t(texts.range, { from: number(from), to: number(to), count: number(rowCount) })}
      </span>
      <label className={css.lengths}>
        {t(texts.pageLength)}
        <NativeSelect size="xs" value={pageSize} onChange={(event) => onChange(0, Number(event.target.value))}>
          {pageLengths(paging).map((length) => (
            <option key={length} value={length}>
              {length === 0 ? t(texts.all) : length}
            </option>
          ))}
        </NativeSelect>
      </label>
      <IconButton
        size="sm"
        className={css.touch}
        label={t(texts.previous)}
        icon={<ChevronLeft size={14} />}
        disabled={page === 0}
        onClick={() => onChange(page - 1, pageSize)}
      />
      <span aria-live="polite">{t(texts.page, { page: page + 1, pages })}</span>
      <IconButton
        size="sm"
        className={css.touch}
        label={t(texts.next)}
        icon={<ChevronRight size={14} />}
        disabled={page >= pages - 1}
        onClick={() => onChange(page + 1, pageSize)}
      />
    </div>
  )
}
