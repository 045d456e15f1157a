import { Copy } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { useCopy } from '../ui/useCopy.ts'
import css from './QueryPreview.module.css'

const texts = defineTexts('queryPreview', {
  title: 'Query preview',
  queryName: 'Query name',
  tabName: 'Tab name',
  userQuery: 'User query',
  executedQuery: 'Executed query',
  copy: 'Copy query',
  copied: 'SQL Copied!',
  previous: 'Previous',
  next: 'Next',
  open: 'Open in SQL Lab',
})

const SqlText = lazy(() => import('../chart/SqlText.tsx'))

export interface PreviewedQuery {
  id: number
  name: string
  sql: string
  /** the executed SQL; absent for saved queries */
  executedSql?: string
  /** the address that opens it in SQL Lab */
  href: string
}

export interface QueryPreviewProps {
  kind: 'saved' | 'history'
  /** the queries of the page, and which one of them is shown */
  queries: readonly PreviewedQuery[]
  shown: number
  onShow: (id: number) => void
  onClose: () => void
}

/** The SQL of a query of a list; arrow keys show the next and the previous one. */
export function QueryPreview({ kind, queries, shown, onShow, onClose }: QueryPreviewProps) {
  const t = useText()
  const copy = useCopy()
  const [side, setSide] = useState<'user' | 'executed'>('user')
  const at = queries.findIndex(({ id }) => id === shown)
  const query = queries[at]
  const previous = queries[at - 1]
  const next = queries[at + 1]
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = { ArrowDown: next, k: next, ArrowUp: previous, j: previous }[event.key]
    if (!target || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    onShow(target.id)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    // the dialog stops arrow keys from reaching the elements around it
    document.addEventListener('keydown', listener, true)
    return () => document.removeEventListener('keydown', listener, true)
  }, [])
  if (!query) return null
  const sql = side === 'executed' ? (query.executedSql ?? query.sql) : query.sql
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={720}
      footer={
        <>
          <Button size="md" disabled={!previous} onClick={() => previous && onShow(previous.id)}>
            {t(texts.previous)}
          </Button>
          <Button size="md" disabled={!next} onClick={() => next && onShow(next.id)}>
            {t(texts.next)}
          </Button>
          <ButtonLink size="md" variant="primary" href={query.href}>
            {t(texts.open)}
          </ButtonLink>
        </>
      }
    >
      <dl className={css.name}>
        <dt>{t(kind === 'saved' ? texts.queryName : texts.tabName)}</dt>
        <dd>{query.name}</dd>
      </dl>
      {query.executedSql === undefined ? null : (
        <SegmentedControl
          label={t(texts.title)}
          value={side}
          onChange={setSide}
          options={[
            { value: 'user', label: t(texts.userQuery) },
            { value: 'executed', label: t(texts.executedQuery) },
          ]}
        />
      )}
      <div className={css.sql}>
        <pre>
          <Suspense fallback={sql}>
            <SqlText sql={sql} />
          </Suspense>
        </pre>
        <span className={css.copy}>
          <IconButton label={t(texts.copy)} icon={<Copy size={14} />} onClick={() => void copy(sql, t(texts.copied))} />
        </span>
      </div>
    </Dialog>
  )
}
