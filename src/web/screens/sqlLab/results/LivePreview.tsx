import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { messageOf } from '../../../api/failure.ts'
import { sampleSql } from '../../../api/sqlLab.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useDebounced } from '../../../ui/useDebounced.ts'
import type { LabTab } from '../state/labTypes.ts'
import { orderedRows, type ResultSort } from './cells.ts'
import { ResultGrid } from './ResultGrid.tsx'
import type { ResultRows } from './resultQuery.ts'
import css from './South.module.css'

const texts = defineTexts('sqlLab.livePreview', {
  hint: 'The first rows of the statement at the cursor, from a sample of each table. Nothing runs on all rows, and nothing is stored.',
  empty: 'Write a query: its first rows appear here while you type',
  noData: 'No row of the sample matches.',
})

const typingMs = 300

/** The first rows of a statement while it is being typed. */
export function LivePreview({ tab, sql }: { tab: LabTab; sql: string }) {
  const t = useText()
  const settled = useDebounced(sql, typingMs)
  const { databaseId, schema, templateParams } = tab
  const preview = useQuery({
    queryKey: ['sqlLab', 'sample', tab.id, databaseId, schema, templateParams, settled],
    enabled: databaseId !== null && settled !== '',
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
    gcTime: 60_000,
    queryFn: ({ signal }) =>
      sampleSql(
        {
          database_id: databaseId ?? 0,
          sql: settled,
          schema,
          template_params: templateParams,
          sql_editor_id: String(tab.id),
        },
        signal,
      ),
  })
  // while a text cannot be run yet, the previous rows remain
  const [good, setGood] = useState(preview.data)
  if (preview.data && preview.data !== good) setGood(preview.data)
  const rows = useMemo((): ResultRows | undefined => {
    if (!good) return undefined
    const { columns, data } = good
    const cells = columns.map(({ name }) => data.map((row) => row[name] ?? null))
    return { columns, cells, count: data.length, isPartial: false }
  }, [good])
  const isStale = preview.isError || preview.isPlaceholderData
  return (
    <>
      <p className={css.hint}>{t(texts.hint)}</p>
      {preview.isError ? (
        <div className={css.warning}>
          <Banner tone="warning">{messageOf(preview.error)}</Banner>
        </div>
      ) : null}
      {rows === undefined && preview.isFetching ? <Spinner /> : null}
      {rows === undefined && preview.isPending && !preview.isFetching ? (
        <p className={css.note}>{t(texts.empty)}</p>
      ) : null}
      {rows?.count === 0 ? <p className={css.note}>{t(texts.noData)}</p> : null}
      {rows && rows.count > 0 ? (
        <div className={css.alone} data-stale={isStale || undefined}>
          <Rows key={rows.columns.map(({ name }) => name).join()} rows={rows} />
        </div>
      ) : null}
    </>
  )
}

function Rows({ rows }: { rows: ResultRows }) {
  const [sort, setSort] = useState<ResultSort>()
  const order = useMemo(() => {
    const all = Array.from({ length: rows.count }, (_row, at) => at)
    return orderedRows(rows, all, sort)
  }, [rows, sort])
  return <ResultGrid rows={rows} order={order} sort={sort} onSort={setSort} />
}
