import { useVirtualizer } from '@tanstack/react-virtual'
import { Search } from 'lucide-react'
import { type CSSProperties, type RefObject, useDeferredValue, useMemo, useRef, useState } from 'react'
import { TextField } from '../../web/ui/TextField.tsx'
import { useText } from '../../web/ui/text.ts'
import { useSize } from '../../web/ui/useSize.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { textMeasure } from '../shared/grid/textMeasure.ts'
import { useMoreBeside } from '../shared/grid/useMoreBeside.ts'
import { arrangeRows, type SortKey } from './arrange.ts'
import type { TableOwnState } from './buildQuery.ts'
import { cellActions } from './cellActions.ts'
import type { TableForm } from './formData.ts'
import { HeaderRow } from './HeaderRow.tsx'
import { layOutColumns } from './layout.ts'
import { Pager } from './Pager.tsx'
import { pagingOf } from './paging.ts'
import css from './Table.module.css'
import { TableRow } from './TableRow.tsx'
import { TotalsRow } from './TotalsRow.tsx'
import { texts } from './texts.ts'
import { totalTexts } from './totals.ts'
import { useGridKeys } from './useGridKeys.ts'
import { useTableColumns } from './useTableColumns.ts'
import { placeOfColumn, useScrolledColumns } from './visibleColumns.ts'

type Props = ChartComponentProps<TableForm>

const rowHeight = 28

/** A data grid: sorted, searched and paged in the browser, unless the form data requests server pagination. */
export default function Table(props: Props) {
  const { formData: form, data, size } = props
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<SortKey[]>([])
  const [chosenPage, setChosenPage] = useState<{ page: number; pageSize?: number }>({ page: 0 })
  const searched = useDeferredValue(search)

  const table = useTableColumns(props)
  const { columns } = table
  const rowCount = data[0]?.rowcount ?? 0
  const arranged = useMemo(() => arrangeRows(columns, rowCount, searched, sort), [columns, rowCount, searched, sort])
  const ownState = (props.ownState ?? {}) as TableOwnState
  const paging = pagingOf(form, data, ownState, { columns: columns.length, rows: arranged.length }, chosenPage)
  const rows = useMemo(
    () =>
      paging.onServer || paging.pageSize === 0
        ? arranged
        : arranged.slice(paging.page * paging.pageSize, (paging.page + 1) * paging.pageSize),
    [arranged, paging.onServer, paging.page, paging.pageSize],
  )
  const totals = useMemo(
    () => (form.show_totals ? totalTexts(columns, data[form.server_pagination ? 2 : 1]) : undefined),
    [form, columns, data],
  )
  // a scroll bar may take width from the rows
  const available = useSize(scroller)?.width ?? size.width
  const { widths, pad } = useMemo(() => {
    const sorted = sort.map(({ column }) => column)
    return layOutColumns({ columns, available, rowCount, measure: textMeasure(), totals: totals ?? [], sorted })
  }, [columns, available, rowCount, totals, sort])
  const width = widths.reduce((sum, each) => sum + each, 0)
  const more = useMoreBeside(scroller, width, available)

  const { virtual, visible, above, below } = useScrolledRows(rows.length, scroller, size)
  const shown = useScrolledColumns(widths, scroller, available)

  const actions = cellActions(props, columns)
  const { ref, gridProps, ...cells } = useGridKeys({
    rowCount: rows.length,
    columnCount: columns.length,
    pageRows: Math.max(1, Math.floor(size.height / rowHeight) - 2),
    scrollTo(row, column) {
      virtual.scrollToIndex(row)
      const element = scroller.current
      if (!element) return
      const sign = getComputedStyle(element).direction === 'rtl' ? -1 : 1
      const left = sign * element.scrollLeft
      element.scrollLeft = sign * placeOfColumn(widths, column, { left, width: available })
    },
    onChoose: (row, column) => actions.emit(column, rows[row] ?? -1),
    onMenu: (row, column, x, y) => actions.openMenu(column, rows[row] ?? -1, x, y),
  })
  const showsPager = paging.onServer || (paging.pageSize > 0 && arranged.length > 0) || chosenPage.pageSize === 0

  return (
    <div className={css.table}>
      {form.include_search && !form.server_pagination && (
        <SearchField
          value={search}
          rowCount={rowCount}
          onChange={(text) => {
            setSearch(text)
            setChosenPage({ ...chosenPage, page: 0 })
          }}
        />
      )}
      <div className={css.frame} data-more={more} style={{ '--shown': `${available}px` } as CSSProperties}>
        <div ref={scroller} className={css.scroller}>
          <table
            {...gridProps}
            ref={ref}
            aria-label={props.title}
            aria-rowcount={rows.length + 1}
            aria-colcount={columns.length}
            className={css.grid}
            style={{ width, '--pad': `${pad}px` } as CSSProperties}
          >
            <colgroup>
              {shown.before > 0 && <col style={{ width: shown.before }} />}
              {columns.slice(shown.from, shown.to).map((column, at) => (
                <col key={column.key} style={{ width: widths[shown.from + at] }} />
              ))}
              {shown.after > 0 && <col style={{ width: shown.after }} />}
            </colgroup>
            <thead>
              <HeaderRow
                table={table}
                shown={shown}
                movable={form.allow_rearrange_columns}
                sort={sort}
                onSort={setSort}
              />
            </thead>
            <tbody>
              {above > 0 && <tr aria-hidden="true" style={{ height: above }} />}
              {visible.map((item) => {
                const row = rows[item.index] ?? 0
                return (
                  <TableRow
                    key={row}
                    at={item.index}
                    row={row}
                    table={table}
                    shown={shown}
                    cells={cells}
                    actions={actions}
                    chart={props}
                  />
                )
              })}
              {below > 0 && <tr aria-hidden="true" style={{ height: below }} />}
            </tbody>
            {totals && <TotalsRow columns={columns} shown={shown} totals={totals} />}
          </table>
          {rows.length === 0 && <p className={css.none}>{t(texts.noMatch)}</p>}
        </div>
      </div>
      {showsPager && (
        <Pager
          paging={paging}
          onChange={(page, pageSize) => {
            scroller.current?.scrollTo({ top: 0 })
            if (paging.onServer) props.onOwnState?.({ ...props.ownState, currentPage: page, pageSize })
            else setChosenPage({ page, pageSize })
          }}
        />
      )}
    </div>
  )
}

function SearchField({
  value,
  rowCount,
  onChange,
}: {
  value: string
  rowCount: number
  onChange: (text: string) => void
}) {
  const t = useText()
  return (
    <div className={css.tools}>
      <TextField
        label={t(texts.search)}
        hideLabel
        value={value}
        onChange={onChange}
        placeholder={t(texts.searchRows, { count: rowCount })}
        icon={<Search size={14} />}
      />
    </div>
  )
}

/** The rows near the scrolled place, and the heights above and below them. */
function useScrolledRows(count: number, scroller: RefObject<HTMLDivElement | null>, size: Props['size']) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: size.width, height: size.height },
  })
  const visible = virtual.getVirtualItems()
  const above = visible[0]?.start ?? 0
  const below = virtual.getTotalSize() - (visible.at(-1)?.end ?? 0)
  return { virtual, visible, above, below }
}
