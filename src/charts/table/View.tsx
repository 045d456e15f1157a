import { useVirtualizer } from '@tanstack/react-virtual'
import { Search } from 'lucide-react'
import { type CSSProperties, useDeferredValue, useMemo, useRef, useState } from 'react'
import { NULL_TEXT } from '../../model/query/markedText.ts'
import { TextField } from '../../web/ui/TextField.tsx'
import { useText } from '../../web/ui/text.ts'
import { useSize } from '../../web/ui/useSize.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { measureText } from '../shared/grid/measureText.ts'
import { useMoreBeside } from '../shared/grid/useMoreBeside.ts'
import { arrangeRows, moveColumn, nextSort, type SortKey } from './arrange.ts'
import type { TableOwnState } from './buildQuery.ts'
import { Cell } from './Cell.tsx'
import { cellBars, tableColumns } from './columns.ts'
import { cellMask, isChosen, rowDrill } from './crossFilter.ts'
import type { TableForm } from './formData.ts'
import { HeaderCell } from './HeaderCell.tsx'
import { layOutColumns } from './layout.ts'
import { Pager } from './Pager.tsx'
import { pagingOf } from './paging.ts'
import { cellColors } from './rules.ts'
import css from './Table.module.css'
import { TotalsRow } from './TotalsRow.tsx'
import { texts } from './texts.ts'
import { totalTexts } from './totals.ts'
import { useGridKeys } from './useGridKeys.ts'

const rowHeight = 28

/** A data grid: sorted, searched and paged in the browser, unless the form data requests server pagination. */
export default function Table(props: ChartComponentProps<TableForm>) {
  const { formData: form, data, datasource, theme, size, filterState } = props
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<SortKey[]>([])
  const [order, setOrder] = useState<string[]>([])
  const [chosenPage, setChosenPage] = useState<{ page: number; pageSize?: number }>({ page: 0 })
  const searched = useDeferredValue(search)

  const answered = useMemo(() => tableColumns({ formData: form, data, datasource }), [form, data, datasource])
  const columns = useMemo(
    () =>
      answered
        .map((column, index) => ({ column, place: order.indexOf(column.key), index }))
        .toSorted((one, other) => one.place - other.place || one.index - other.index)
        .map(({ column }) => column),
    [answered, order],
  )
  const bars = useMemo(() => columns.map((column) => cellBars(form, column)), [form, columns])
  const colors = useMemo(
    () => columns.map((column) => cellColors(form.conditional_formatting, column, theme)),
    [form, columns, theme],
  )
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
    return layOutColumns({ columns, available, rowCount, measure: measureText, totals: totals ?? [], sorted })
  }, [columns, available, rowCount, totals, sort])
  const width = widths.reduce((sum, each) => sum + each, 0)
  const more = useMoreBeside(scroller, width, available)

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: size.width, height: size.height },
  })
  const visible = virtual.getVirtualItems()
  const above = visible[0]?.start ?? 0
  const below = virtual.getTotalSize() - (visible.at(-1)?.end ?? 0)

  const emit = (columnIndex: number, row: number) => {
    const column = columns[columnIndex]
    const mask = column && cellMask({ filterState }, column, column.values[row] ?? null)
    if (mask) props.onDataMask?.(mask)
  }
  const openMenu = (columnIndex: number, row: number, x: number, y: number) => {
    const column = columns[columnIndex]
    if (!column || !props.onMarkContextMenu) return
    const value = column.values[row] ?? null
    props.onMarkContextMenu({
      mask: props.onDataMask ? cellMask({ filterState }, column, value) : null,
      drill: rowDrill(form, data[0], row),
      label: column.write(value) ?? NULL_TEXT,
      isText: true,
      x,
      y,
    })
  }
  const grid = useGridKeys({
    rowCount: rows.length,
    columnCount: columns.length,
    pageRows: Math.max(1, Math.floor(size.height / rowHeight) - 2),
    scrollTo: (row) => virtual.scrollToIndex(row),
    onChoose: (row, column) => emit(column, rows[row] ?? -1),
    onMenu: (row, column, x, y) => openMenu(column, rows[row] ?? -1, x, y),
  })
  const move = (key: string, to: number) =>
    setOrder(
      moveColumn(
        columns.map((column) => column.key),
        key,
        to,
      ),
    )
  const showsPager = paging.onServer || (paging.pageSize > 0 && arranged.length > 0) || chosenPage.pageSize === 0

  return (
    <div className={css.table}>
      {form.include_search && !form.server_pagination && (
        <div className={css.tools}>
          <TextField
            label={t(texts.search)}
            hideLabel
            value={search}
            onChange={(text) => {
              setSearch(text)
              setChosenPage({ ...chosenPage, page: 0 })
            }}
            placeholder={t(texts.searchRows, { count: rowCount })}
            icon={<Search size={14} />}
          />
        </div>
      )}
      <div className={css.frame} data-more={more} style={{ '--shown': `${available}px` } as CSSProperties}>
        <div ref={scroller} className={css.scroller}>
          <table
            {...grid.gridProps}
            ref={grid.ref}
            aria-label={props.title}
            aria-rowcount={rows.length + 1}
            aria-colcount={columns.length}
            className={css.grid}
            style={{ width, '--pad': `${pad}px` } as CSSProperties}
          >
            <colgroup>
              {columns.map((column, index) => (
                <col key={column.key} style={{ width: widths[index] }} />
              ))}
            </colgroup>
            <thead>
              <tr aria-rowindex={1}>
                {columns.map((column, index) => (
                  <HeaderCell
                    key={column.key}
                    column={column}
                    sort={sort.find((key) => key.column === column.key)}
                    sortPlace={sort.length > 1 ? sort.findIndex((key) => key.column === column.key) + 1 : 0}
                    movable={form.allow_rearrange_columns}
                    onSort={(joins) => setSort(nextSort(sort, column, joins))}
                    onMove={(key, by) => move(key, by === undefined ? index : index + by)}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {above > 0 && <tr aria-hidden="true" style={{ height: above }} />}
              {visible.map((item) => {
                const row = rows[item.index] ?? 0
                return (
                  <tr key={row} aria-rowindex={item.index + 2}>
                    {columns.map((column, index) => (
                      <Cell
                        key={column.key}
                        id={grid.cellId(item.index, index)}
                        column={column}
                        value={column.values[row] ?? null}
                        bar={bars[index]}
                        color={colors[index]}
                        signColors={column.config.colorPositiveNegative ?? form.color_pn}
                        rendersHtml={form.allow_render_html}
                        isActive={grid.isActive(item.index, index)}
                        isChosen={isChosen(filterState, column.key, column.values[row] ?? null)}
                        isClickable={props.onDataMask !== undefined && !column.isMetric}
                        onClick={() => {
                          grid.activate(item.index, index)
                          emit(index, row)
                        }}
                        onMenu={props.onMarkContextMenu && ((x, y) => openMenu(index, row, x, y))}
                      />
                    ))}
                  </tr>
                )
              })}
              {below > 0 && <tr aria-hidden="true" style={{ height: below }} />}
            </tbody>
            {totals && <TotalsRow columns={columns} totals={totals} />}
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
