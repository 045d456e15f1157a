import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp, Settings } from 'lucide-react'
import { useRef } from 'react'
import { GenericType } from '../../../../model/dataset/dataset.ts'
import type { ChartData } from '../../../../model/query/chartData.ts'
import { rawText } from '../../../chart/dataRows.ts'
import { TypeIcon } from '../../../controls/TypeIcon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import css from './DataPanel.module.css'

const texts = defineTexts('explore.dataTable', {
  rows: 'Rows',
  number: 'Row',
  formatting: 'Column Formatting',
  ofColumn: 'Column Formatting of {column}',
  formatted: 'Formatted date',
  original: 'Original value',
})

const rowHeight = 28

export interface DataTableProps {
  data: ChartData
  /** indexes of the rows to show, in order */
  rows: readonly number[]
  sort: { column: number; isDescending: boolean } | undefined
  onSort: (sort: { column: number; isDescending: boolean } | undefined) => void
  /** names of time columns that show what the result contains: milliseconds */
  original: ReadonlySet<string>
  onOriginal: (column: string, isOriginal: boolean) => void
}

/** Raw rows; only visible ones are rendered. Clicks on a header sort ascending, then descending, then not. */
export function DataTable({ data, rows, sort, onSort, original, onOriginal }: DataTableProps) {
  const t = useText()
  const frame = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const isNumeric = (at: number) => data.coltypes[at] === GenericType.numeric || undefined

  const shownType = (at: number) => (original.has(data.colnames[at] ?? '') ? undefined : data.coltypes[at])

  function next(column: number) {
    if (sort?.column !== column) return { column, isDescending: false }
    return sort.isDescending ? undefined : { column, isDescending: true }
  }

  return (
    <ScrollRegion ref={frame} className={css.grid} label={t(texts.rows)}>
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th scope="col" className={css.index} aria-label={t(texts.number)} />
            {data.colnames.map((name, at) => {
              const order = sort?.column === at ? (sort.isDescending ? 'descending' : 'ascending') : undefined
              return (
                <th key={name} scope="col" data-numeric={isNumeric(at)} aria-sort={order ?? 'none'}>
                  <span className={css.header}>
                    <button type="button" className={css.sort} onClick={() => onSort(next(at))}>
                      <TypeIcon kind={data.coltypes[at] ?? GenericType.string} />
                      {name}
                      {order === 'ascending' ? <ArrowUp size={12} /> : null}
                      {order === 'descending' ? <ArrowDown size={12} /> : null}
                    </button>
                    {data.coltypes[at] === GenericType.temporal ? (
                      <Menu
                        align="end"
                        trigger={
                          <IconButton
                            size="sm"
                            label={t(texts.ofColumn, { column: name })}
                            icon={<Settings size={12} />}
                          />
                        }
                        items={[
                          { heading: t(texts.formatting) },
                          ...[false, true].map((isOriginal) => ({
                            label: t(isOriginal ? texts.original : texts.formatted),
                            checked: original.has(name) === isOriginal,
                            onSelect: () => onOriginal(name, isOriginal),
                          })),
                        ]}
                      />
                    ) : null}
                  </span>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {before > 0 ? <tr style={{ height: before }} /> : null}
          {items.map((item) => {
            const row = rows[item.index] ?? 0
            return (
              <tr key={item.key} aria-rowindex={item.index + 2}>
                <td className={css.index}>{item.index + 1}</td>
                {data.columns.map((column, at) => (
                  <td
                    key={data.colnames[at]}
                    data-numeric={isNumeric(at)}
                    data-empty={column[row] == null || undefined}
                  >
                    {rawText(column[row] ?? null, shownType(at))}
                  </td>
                ))}
              </tr>
            )
          })}
          {after > 0 ? <tr style={{ height: after }} /> : null}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
