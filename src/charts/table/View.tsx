import { useVirtualizer } from '@tanstack/react-virtual'
import { Search } from 'lucide-react'
import { type CSSProperties, type RefObject, useDeferredValue, useMemo, useRef, useState } from 'react'
import { classes } from '../../web/ui/classes.ts'
import { IconButton } from '../../web/ui/IconButton.tsx'
import { TextField } from '../../web/ui/TextField.tsx'
import { useText } from '../../web/ui/text.ts'
import { useSize } from '../../web/ui/useSize.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { textMeasure } from '../shared/grid/textMeasure.ts'
import { useMoreBeside } from '../shared/grid/useMoreBeside.ts'
import { arrangeRows, type SortKey } from './arrange.ts'
import type { TableOwnState } from './buildQuery.ts'
import { cellActions } from './cellActions.ts'
import type { TableColumn } from './columns.ts'
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
import { placeOfColumn, useScrolledColumns, type VisibleColumns } from './visibleColumns.ts'

type Props = ChartComponentProps<TableForm>

const rowHeight = 28
/** A table of this height in px has its search box in view. */
const lowest = 240

/** A data grid: sorted, searched and paged in the browser, unless the form data requests server pagination. */
export default function Table(props: Props) {
  const { formData: form, data, size } = props
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const rowCount = data[0]?.rowcount ?? 0
  const [sort, setSort] = useState<SortKey[]>([])
  const [chosenPage, setChosenPage] = useState<{ page: number; pageSize?: number }>({ page: 0 })
  const { search, searchField, searchButton } = useSearch(form, size.height, rowCount, () =>
    setChosenPage({ ...chosenPage, page: 0 }),
  )
  const searched = useDeferredValue(search)

  const table = useTableColumns(props)
  const { columns } = table
  const arranged = useMemo(() => arrangeRows(columns, rowCount, searched, sort), [columns, rowCount, searched, sort])
  const ownState = (props.ownState ?? {}) as TableOwnState
  const paging = pagingOf(form, data, ownState, { columns: columns.length, rows: arranged.length }, chosenPage)
  const { onServer, page, pageSize } = paging
  const rows = useMemo(
    () => (onServer || pageSize === 0 ? arranged : arranged.slice(page * pageSize, (page + 1) * pageSize)),
    [arranged, onServer, page, pageSize],
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
  const beside = useMoreBeside(scroller, width, available)

  const { virtual, visible, above, below } = useScrolledRows(rows.length, scroller, size)
  const shown = useScrolledColumns(widths, scroller, available)

  const actions = cellActions(props, columns)
  const { ref, gridProps, ...cells } = useGridKeys({
    rowCount: rows.length,
    columnCount: columns.length,
    pageRows: Math.max(1, Math.floor(size.height / rowHeight) - 2),
    scrollTo(row, column) {
      virtual.scrollToIndex(row)
      if (scroller.current) showColumn(scroller.current, widths, column, available)
    },
    onChoose: (row, column) => actions.emit(column, rows[row] ?? -1),
    onMenu: (row, column, x, y) => actions.openMenu(column, rows[row] ?? -1, x, y),
  })
  const showsPager = paging.onServer || (paging.pageSize > 0 && arranged.length > 0) || chosenPage.pageSize === 0

  return (
    <div className={css.table}>
      {searchField}
      <div {...beside} className={classes(css.frame, beside.className)}>
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
            <Widths columns={columns} shown={shown} widths={widths} />
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
      {showsPager ? (
        <Pager
          paging={paging}
          before={searchButton}
          onChange={(page, pageSize) => {
            scroller.current?.scrollTo({ top: 0 })
            if (paging.onServer) props.onOwnState?.({ ...props.ownState, currentPage: page, pageSize })
            else setChosenPage({ page, pageSize })
          }}
        />
      ) : (
        searchButton && <div className={css.pager}>{searchButton}</div>
      )}
    </div>
  )
}

/** Scrolls the grid until a column is visible. `available`: the width of the visible part in px. */
function showColumn(grid: HTMLElement, widths: readonly number[], column: number, available: number): void {
  const sign = getComputedStyle(grid).direction === 'rtl' ? -1 : 1
  grid.scrollLeft = sign * placeOfColumn(widths, column, { left: sign * grid.scrollLeft, width: available })
}

interface WidthsProps {
  columns: TableColumn[]
  shown: VisibleColumns
  widths: readonly number[]
}

function Widths({ columns, shown, widths }: WidthsProps) {
  return (
    <colgroup>
      {shown.before > 0 && <col style={{ width: shown.before }} />}
      {columns.slice(shown.from, shown.to).map((column, at) => (
        <col key={column.key} style={{ width: widths[shown.from + at] }} />
      ))}
      {shown.after > 0 && <col style={{ width: shown.after }} />}
    </colgroup>
  )
}

interface SearchProps {
  value: string
  rowCount: number
  /** whether it was opened with a button */
  hasFocus: boolean
  onChange: (text: string) => void
}

function SearchField({ value, rowCount, hasFocus, onChange }: SearchProps) {
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
        // the button that opened it was pressed to write
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={hasFocus}
      />
    </div>
  )
}

/** The search text. In a low tile, the rows need the height of the search box, and a button opens it. */
function useSearch(form: TableForm, height: number, rowCount: number, onSearch: () => void) {
  const t = useText()
  const [search, setSearch] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const hasSearch = form.include_search && !form.server_pagination
  const isLow = height < lowest
  const isShown = hasSearch && (!isLow || isOpen || search !== '')
  const change = (text: string) => {
    setSearch(text)
    onSearch()
  }
  const searchButton = hasSearch && isLow && (
    <IconButton
      size="sm"
      className={css.touch}
      label={t(texts.search)}
      icon={<Search size={14} />}
      aria-expanded={isShown}
      active={isShown}
      onClick={() => {
        setIsOpen(!isShown)
        change('')
      }}
    />
  )
  const searchField = isShown && <SearchField value={search} rowCount={rowCount} hasFocus={isOpen} onChange={change} />
  return { search, searchField, searchButton }
}

/** The rows near the scroll position, and the heights above and below them. */
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
