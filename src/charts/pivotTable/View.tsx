import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { classes } from '../../web/ui/classes.ts'
import { useText } from '../../web/ui/text.ts'
import { useSize } from '../../web/ui/useSize.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { measureText } from '../shared/grid/measureText.ts'
import { useInOwnTask } from '../shared/useInOwnTask.ts'
import { Cells } from './Cells.tsx'
import { drillContext, headerMask, isChosen } from './crossFilter.ts'
import type { PivotForm } from './formData.ts'
import { HeaderCellView } from './HeaderCellView.tsx'
import { cellsBetween, sideOf, widthsOf } from './layout.ts'
import { groupKey, type HeaderCell, headersOf, linesOf } from './lines.ts'
import { PivotHead } from './PivotHead.tsx'
import css from './PivotTable.module.css'
import { type ShownPivot, type SideName, shownPivot, sideOptions } from './shown.ts'
import { texts } from './texts.ts'
import { type Position, useGridCursor } from './useGridCursor.ts'

const rowHeight = 28

/** A cross-tab with nested rows and columns. */
export default function PivotTable(props: ChartComponentProps<PivotForm>) {
  const { formData: form, data, datasource, theme } = props
  const t = useText()
  const shown = useMemo(
    () => ({ ...shownPivot({ formData: form, data, datasource, theme }, t), form }),
    [form, data, datasource, theme, t],
  )
  const drawn = useInOwnTask(shown, data[0]?.rowcount ?? 0)
  return drawn && <PivotGrid {...props} formData={drawn.form} shown={drawn} />
}

/** The cells of a pivot. Only the visible ones are rendered. */
function PivotGrid(props: ChartComponentProps<PivotForm> & { shown: ShownPivot }) {
  const { formData: form, shown, size } = props
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const [collapsed, setCollapsed] = useState<Record<SideName, ReadonlySet<string>>>({
    rows: new Set(),
    columns: new Set(),
  })
  const { pivot } = shown
  const [rows, columns] = useMemo(
    () =>
      (['rows', 'columns'] as const).map((name) => {
        const options = sideOptions(form, name, pivot.metrics.length, collapsed[name])
        return sideOf(pivot[name], options, linesOf(pivot[name], options))
      }) as [ReturnType<typeof sideOf>, ReturnType<typeof sideOf>],
    [form, pivot, collapsed],
  )
  const names = useMemo(() => rowNames(shown, rows), [shown, rows])
  // a scroll bar may take width from the cells
  const available = useSize(scroller)?.width ?? size.width
  const widths = useMemo(
    () =>
      widthsOf({
        pivot,
        rows,
        columns,
        available,
        names,
        columnNames: pivot.columnNames.map(shown.nameOf),
        measure: measureText,
        headerText: shown.headerText,
        cellText: shown.cellText,
      }),
    [pivot, rows, columns, available, names, shown],
  )
  const heads = widths.headers.reduce((total, width) => total + width, 0)
  const headHeight = columns.levels * rowHeight
  // a single total at the end stays visible at the bottom
  const footRow = rows.lines.at(-1)?.kind === 'total' && rows.options.metrics === 0 ? rows.lines.length - 1 : undefined
  const bodyRows = footRow === undefined || rows.lines.length === 1 ? rows.lines.length : footRow
  const hasFoot = bodyRows < rows.lines.length

  const virtualRows = useVirtualizer({
    count: bodyRows,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: hasFoot ? rowHeight : 0,
    overscan: 10,
    initialRect: { width: size.width, height: size.height },
  })
  const virtualColumns = useVirtualizer({
    horizontal: true,
    count: columns.lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths.columns[index] ?? 0,
    paddingStart: heads,
    scrollPaddingStart: widths.isPinned ? heads : 0,
    overscan: 3,
    initialRect: { width: size.width, height: size.height },
  })
  useLayoutEffect(() => virtualColumns.measure(), [virtualColumns, widths])

  const visibleRows = virtualRows.getVirtualItems()
  const visibleColumns = virtualColumns.getVirtualItems()
  const [top, bottom] = [visibleRows[0]?.index ?? 0, (visibleRows.at(-1)?.index ?? -1) + 1]
  const [left, right] = [visibleColumns[0]?.index ?? 0, (visibleColumns.at(-1)?.index ?? -1) + 1]
  const above = (visibleRows[0]?.start ?? headHeight) - headHeight
  const below = virtualRows.getTotalSize() - (visibleRows.at(-1)?.end ?? headHeight)
  const before = (visibleColumns[0]?.start ?? heads) - heads
  const after = virtualColumns.getTotalSize() - (visibleColumns.at(-1)?.end ?? heads)
  const headers = useMemo(() => cellsBetween(rows, top, bottom), [rows, top, bottom])

  function headerAt({ row, column }: Position): { header: HeaderCell; side: SideName } | undefined {
    const side = row < 0 ? columns : rows
    const index = row < 0 ? column : row
    const level = side.levels + (row < 0 ? row : column)
    const line = side.lines[index]
    if (!line || row < 0 === column < 0) return undefined
    const header = headersOf(line, side.tree, side.options).find(
      (each) => level >= each.level && level < each.level + each.span,
    )
    return header && { header: { ...header, from: index, lines: 1 }, side: row < 0 ? 'columns' : 'rows' }
  }
  const toggle = (header: HeaderCell, side: SideName, opens = header.isCollapsed) => {
    if (!header.canCollapse || opens !== header.isCollapsed) return header.canCollapse
    const key = groupKey(header.node, header.metric)
    const keys = new Set(collapsed[side])
    if (opens) keys.delete(key)
    else keys.add(key)
    setCollapsed({ ...collapsed, [side]: keys })
    return true
  }
  const maskOf = (header: HeaderCell, side: SideName) => {
    if (header.kind !== 'key' || !props.onDataMask) return null
    const text = shown.headerText(header, side)
    return headerMask(form, props.filterState, shown.dimensionOf(header, side), header.node.key, text)
  }
  const choose = (header: HeaderCell, side: SideName) => {
    const mask = maskOf(header, side)
    if (mask) props.onDataMask?.(mask)
    else toggle(header, side)
  }
  const openHeaderMenu = (header: HeaderCell, side: SideName, x: number, y: number) => {
    const by = header.kind === 'key' ? shown.dimensionOf(header, side) : undefined
    const [row, column] = side === 'rows' ? [header.node, undefined] : [undefined, header.node]
    const drill = drillContext(form, pivot, row, column, by)
    const label = shown.headerText(header, side)
    props.onMarkContextMenu?.({ mask: maskOf(header, side), drill, label, isText: true, x, y })
  }
  const openCellMenu = (row: number, column: number, x: number, y: number) => {
    const [line, head] = [rows.lines[row], columns.lines[column]]
    if (!line || !head) return
    const drill = drillContext(form, pivot, line.node, head.node)
    props.onMarkContextMenu?.({ mask: null, drill, label: shown.cellText(line, head), isText: true, x, y })
  }
  const cursor = useGridCursor({
    rows: rows.lines.length,
    columns: columns.lines.length,
    headRows: columns.levels,
    headColumns: rows.levels,
    pageRows: Math.max(1, Math.floor((size.height - headHeight) / rowHeight) - 1),
    cellAt(position) {
      if (position.row >= 0 && position.column >= 0) return `c${position.row}-${position.column}`
      const found = headerAt(position)
      return found ? `${found.side}${found.header.level}-${found.header.id}` : `corner${position.column}`
    },
    scrollTo({ row, column }) {
      if (row >= 0 && row < bodyRows) virtualRows.scrollToIndex(row)
      if (column >= 0) virtualColumns.scrollToIndex(column)
    },
    onChoose(position) {
      const found = headerAt(position)
      if (found) choose(found.header, found.side)
    },
    onToggle(position, opens) {
      const found = headerAt(position)
      return found ? toggle(found.header, found.side, opens) : false
    },
    onMenu(position, x, y) {
      const found = headerAt(position)
      if (found) openHeaderMenu(found.header, found.side, x, y)
      else openCellMenu(position.row, position.column, x, y)
    },
  })
  // stable functions, so that rows which are still visible are not rendered again
  const handlers = useRef({ openCellMenu, activate: cursor.activate, idOf: cursor.idOf })
  handlers.current = { openCellMenu, activate: cursor.activate, idOf: cursor.idOf }
  const stable = useMemo(
    () => ({
      onActivate: (row: number, column: number) => handlers.current.activate({ row, column }),
      onMenu: (row: number, column: number, x: number, y: number) => handlers.current.openCellMenu(row, column, x, y),
      idOf: (cell: string) => handlers.current.idOf(cell),
    }),
    [],
  )

  if (pivot.metrics.length === 0 || columns.lines.length === 0) {
    const isComplete = form.metrics.length > 0 && form.groupbyRows.length + form.groupbyColumns.length > 0
    return <CenteredNote text={t(isComplete ? texts.needsValues : texts.needs)} />
  }

  const header = (cell: HeaderCell, side: SideName, style?: CSSProperties) => {
    const mask = cell.kind === 'key' && props.onDataMask !== undefined
    const { levels } = side === 'rows' ? rows : columns
    const key = `${side}${cell.level}-${cell.id}`
    return (
      <HeaderCellView
        key={key}
        id={cursor.idOf(key)}
        header={cell}
        side={side}
        text={shown.headerText(cell, side)}
        rendersHtml={form.allow_render_html}
        isOuter={cell.level + cell.span < levels}
        isActive={cursor.active === key}
        isChosen={cell.kind === 'key' && isChosen(props.filterState, shown.dimensionOf(cell, side), cell.node.key)}
        style={style}
        onChoose={mask || cell.canCollapse ? () => choose(cell, side) : undefined}
        onToggle={() => toggle(cell, side)}
        onMenu={props.onMarkContextMenu && ((x, y) => openHeaderMenu(cell, side, x, y))}
      />
    )
  }
  const offsets = widths.headers.map((_, level) =>
    widths.headers.slice(0, level).reduce((total, width) => total + width, 0),
  )
  const rowHeader = (cell: HeaderCell) =>
    header(cell, 'rows', {
      ...(widths.isPinned && { left: offsets[cell.level] }),
      ...(cell.level === 0 && { paddingLeft: 12 }),
      ...(widths.isPinned && cell.level + cell.span === rows.levels && { borderRight: '1px solid var(--border-2)' }),
    })
  const activeColumn = (row: number) => {
    const [, at, column] = /^c(\d+)-(\d+)$/.exec(cursor.active ?? '') ?? []
    return at !== undefined && Number(at) === row ? Number(column) : undefined
  }
  const cells = (row: number, isTotal = false) => {
    const line = rows.lines[row]
    return (
      line && (
        <Cells
          shown={shown}
          row={line}
          rowIndex={row}
          columns={columns.lines}
          from={left}
          to={right}
          headColumns={rows.levels}
          idOf={stable.idOf}
          active={activeColumn(row)}
          isTotal={isTotal}
          onActivate={stable.onActivate}
          onMenu={props.onMarkContextMenu && stable.onMenu}
        />
      )
    )
  }
  const spacer = (width: number) => width > 0 && <td aria-hidden="true" className={css.spacer} />

  return (
    <div className={css.table}>
      <div className={css.frame}>
        <div ref={scroller} className={css.scroller}>
          <table
            {...cursor.gridProps}
            ref={cursor.ref}
            aria-label={props.title}
            aria-description={t(texts.keys)}
            aria-rowcount={rows.lines.length + columns.levels}
            aria-colcount={columns.lines.length + rows.levels}
            className={classes(css.grid, widths.isPinned && css.pinned)}
            style={
              {
                width: virtualColumns.getTotalSize(),
                '--heads': `${widths.isPinned ? heads : 0}px`,
                '--head-height': `${headHeight}px`,
              } as CSSProperties
            }
          >
            <colgroup>
              {widths.headers.map((width, level) => (
                <col key={level} style={{ width }} />
              ))}
              {before > 0 && <col style={{ width: before }} />}
              {widths.columns.slice(left, right).map((width, at) => (
                <col key={left + at} style={{ width }} />
              ))}
              {after > 0 && <col style={{ width: after }} />}
            </colgroup>
            <PivotHead
              columns={columns}
              from={left}
              to={right}
              names={names}
              columnNames={pivot.columnNames.map(shown.nameOf)}
              offsets={widths.isPinned ? offsets : undefined}
              rowHeight={rowHeight}
              before={spacer(before)}
              after={spacer(after)}
              header={header}
            />
            <tbody>
              {above > 0 && <tr aria-hidden="true" style={{ height: above }} />}
              {visibleRows.map(({ index }) => (
                <tr key={index} aria-rowindex={columns.levels + index + 1}>
                  {headers.filter((each) => each.from === index).map(rowHeader)}
                  {spacer(before)}
                  {cells(index)}
                  {spacer(after)}
                </tr>
              ))}
              {below > 0 && <tr aria-hidden="true" style={{ height: below }} />}
            </tbody>
            {hasFoot && (
              <tfoot>
                <tr aria-rowindex={columns.levels + rows.lines.length}>
                  {cellsBetween(rows, bodyRows, bodyRows + 1).map(rowHeader)}
                  {spacer(before)}
                  {cells(bodyRows, true)}
                  {spacer(after)}
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      </div>
    </div>
  )
}

/** The names above the levels of the row headers. */
function rowNames(
  { pivot, nameOf }: ReturnType<typeof shownPivot>,
  { levels, options }: ReturnType<typeof sideOf>,
): string[] {
  const dimensions = pivot.rowNames.map(nameOf)
  const named = options.metrics > 0 && !options.combinesMetrics ? ['', ...dimensions] : dimensions
  return Array.from({ length: levels }, (_, level) => named[level] ?? '')
}
