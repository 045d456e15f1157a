import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tableMetadataQuery } from '../../api/databaseTables.ts'
import { messageOf } from '../../api/failure.ts'
import { Pager } from '../../list/Pager.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { compareNames } from '../../ui/compareNames.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { SpinnerRing } from '../../ui/Spinner.tsx'
import { Cell, HeadCell, Row, type SortOrder, Table } from '../../ui/Table.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './DatasetAddScreen.module.css'

const texts = defineTexts('columnsPreview', {
  exists: 'This table already has a dataset',
  existsText: 'A table can have only one dataset. Open that dataset to make a chart.',
  view: 'View Dataset',
  title: 'Table columns',
  name: 'Column Name',
  type: 'Datatype',
  refreshing: 'Refreshing columns',
  none: 'No table columns',
  failed: 'An Error Occurred',
  perPage: 'Columns per page',
  size: '{size} / page',
})

const PAGE_SIZES = [5, 10, 15, 25] as const

interface ColumnsPreviewProps {
  databaseId: number
  schema: string
  table: string
  /** address of the existing dataset of the table */
  existingUrl: string | undefined
}

/** The columns that a dataset of the table would have. */
export function ColumnsPreview({ databaseId, schema, table, existingUrl }: ColumnsPreviewProps) {
  const t = useText()
  const { data, error, refetch } = useQuery(tableMetadataQuery({ databaseId, schema, table }))
  const [sort, setSort] = useState<{ by: 'name' | 'type'; order: SortOrder }>()
  const [{ page, pageSize }, setPage] = useState<{ page: number; pageSize: number }>({
    page: 0,
    pageSize: PAGE_SIZES[2],
  })

  const sorted = sort
    ? data?.columns.toSorted((a, b) => compareNames(a[sort.by], b[sort.by]) * (sort.order === 'asc' ? 1 : -1))
    : data?.columns
  const head = (by: 'name' | 'type') => ({
    sorted: sort?.by === by ? sort.order : undefined,
    onSort: () => setSort({ by, order: sort?.by === by && sort.order === 'asc' ? 'desc' : 'asc' }),
  })
  return (
    <>
      {existingUrl === undefined ? null : (
        <Banner tone="info" action={<ButtonLink href={existingUrl}>{t(texts.view)}</ButtonLink>}>
          <b>{t(texts.exists)}</b>
          <div>{t(texts.existsText)}</div>
        </Banner>
      )}
      {error ? (
        <ErrorPanel title={t(texts.failed)} message={messageOf(error)} onRetry={() => void refetch()} />
      ) : sorted === undefined ? (
        <output className={css.loading}>
          <SpinnerRing /> {t(texts.refreshing)}
        </output>
      ) : sorted.length === 0 ? (
        <EmptyState title={t(texts.none)} />
      ) : (
        <>
          <ScrollRegion label={t(texts.title)} className={css.columns}>
            <Table label={t(texts.title)}>
              <thead>
                <tr>
                  <HeadCell {...head('name')}>{t(texts.name)}</HeadCell>
                  <HeadCell width={240} {...head('type')}>
                    {t(texts.type)}
                  </HeadCell>
                </tr>
              </thead>
              <tbody>
                {sorted.slice(page * pageSize, (page + 1) * pageSize).map((column) => (
                  <Row key={column.name}>
                    <Cell>{column.name}</Cell>
                    <Cell quiet>{column.type}</Cell>
                  </Row>
                ))}
              </tbody>
            </Table>
          </ScrollRegion>
          {sorted.length <= PAGE_SIZES[0] ? null : (
            <div className={css.pages}>
              <NativeSelect
                aria-label={t(texts.perPage)}
                value={String(pageSize)}
                onChange={(event) => setPage({ page: 0, pageSize: Number(event.target.value) })}
              >
                {PAGE_SIZES.map((size) => (
                  <option key={size} value={size}>
                    {t(texts.size, { size })}
                  </option>
                ))}
              </NativeSelect>
              <Pager
                page={page}
                pageSize={pageSize}
                count={sorted.length}
                onPage={(next) => setPage({ page: next, pageSize })}
              />
            </div>
          )}
        </>
      )}
    </>
  )
}
