import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { ChartData } from '../../../../model/query/chartData.ts'
import { RawRows, type RowSort } from '../../../chart/RawRows.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import css from './DataPanel.module.css'

const texts = defineTexts('explore.dataTable', {
  rows: 'Rows',
  formatting: 'Column Formatting',
  ofColumn: 'Column Formatting of {column}',
  formatted: 'Formatted date',
})

const rowHeight = 28

export interface DataTableProps {
  data: ChartData
  /** indexes of the rows to show, in order */
  rows: readonly number[]
  sort: RowSort | undefined
  onSort: (sort: RowSort | undefined) => void
  /** names of time columns that show the raw values of the result, in milliseconds */
  original: ReadonlySet<string>
  onOriginal: (column: string, isOriginal: boolean) => void
}

/** Raw rows; only visible ones are rendered. */
export function DataTable({ data, rows, sort, onSort, original, onOriginal }: DataTableProps) {
  const t = useText()
  const frame = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const nameOf = (at: number) => data.colnames[at] ?? ''
  return (
    <RawRows
      ref={frame}
      className={css.grid}
      label={t(texts.rows)}
      data={data}
      rows={items.map(({ index }) => rows[index] ?? 0)}
      firstNumber={(items[0]?.index ?? 0) + 1}
      space={{
        count: rows.length,
        before: items[0]?.start ?? 0,
        after: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
      }}
      sort={{ current: sort, set: onSort }}
      times={{
        names: {
          heading: t(texts.formatting),
          ofColumn: (column) => t(texts.ofColumn, { column }),
          formatted: t(texts.formatted),
        },
        isOriginal: (at) => original.has(nameOf(at)),
        set: (at, isOriginal) => onOriginal(nameOf(at), isOriginal),
      }}
    />
  )
}
