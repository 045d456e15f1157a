import { type CSSProperties, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ChartData } from '../../model/query/chartData.ts'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { classes } from '../../web/ui/classes.ts'
import { useText } from '../../web/ui/text.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { readInSteps } from '../shared/readInSteps.ts'
import { useInOwnTask } from '../shared/useInOwnTask.ts'
import { useReading } from '../shared/useReading.ts'
import { Cells } from './Cells.tsx'
import { isChosen } from './crossFilter.ts'
import { cursorOptions } from './cursorOptions.ts'
import type { PivotForm } from './formData.ts'
import { HeaderCellView } from './HeaderCellView.tsx'
import { type HeaderActions, headerActions } from './headerActions.ts'
import { cellsBetween, INDENT } from './layout.ts'
import { type HeaderCell, indentOf } from './lines.ts'
import { PivotHead } from './PivotHead.tsx'
import css from './PivotTable.module.css'
import { buildPivot } from './pivot.ts'
import { type ShownPivot, type SideName, shownPivot } from './shown.ts'
import { texts } from './texts.ts'
import { type Position, useGridCursor } from './useGridCursor.ts'
import { type PivotWindow, rowHeight, usePivotWindow } from './usePivotWindow.ts'

const readPivot = readInSteps(function* ({ formData: form, data }: { formData: PivotForm; data: ChartData[] }) {
  return { form, pivot: yield* buildPivot(form, data) }
})

/** A cross-tab with nested rows and columns. */
export default function PivotTable(props: ChartComponentProps<PivotForm>) {
  const { formData: form, data, datasource, theme } = props
  const t = useText()
  const read = useReading(readPivot, { formData: form, data })
  const shown = useMemo(
    () => read && { ...shownPivot({ formData: read.form, data, datasource, theme }, t, read.pivot), form: read.form },
    [read, data, datasource, theme, t],
  )
  const drawn = useInOwnTask(shown, data[0]?.rowcount ?? 0)
  return drawn ? <PivotGrid {...props} formData={drawn.form} shown={drawn} /> : props.waiting
}

interface Handlers {
  menu: HeaderActions['openCellMenu']
  activate: (position: Position) => void
}

type GridProps = ChartComponentProps<PivotForm> & { shown: ShownPivot }

/** The cells of a pivot. Only the visible ones are rendered. */
function PivotGrid(props: GridProps) {
  const { formData: form, shown, size } = props
  const { pivot } = shown
  const t = useText()
  const [collapsed, setCollapsed] = useState<Record<SideName, ReadonlySet<string>>>({
    rows: new Set(),
    columns: new Set(),
  })
  const { ref: scroller, visible } = usePivotWindow({ form, shown, size, collapsed })
  const { rows, columns, widths, bodyRows } = visible
  const actions = headerActions({ props, rows, columns, collapsed, setCollapsed })
  const { ref: grid, gridProps, active, activate, idOf } = useGridCursor(cursorOptions(visible, actions, size.height))
  // stable functions, so that rows which are still visible are not rendered again
  const handlers = useRef<Handlers>(undefined)
  useLayoutEffect(() => {
    handlers.current = { menu: actions.openCellMenu, activate }
  })
  const ofCells = useMemo(
    () => ({
      onActivate: (row: number, column: number) => handlers.current?.activate({ row, column }),
      onMenu: (row: number, column: number, x: number, y: number) => handlers.current?.menu(row, column, x, y),
    }),
    [],
  )

  if (pivot.metrics.length === 0 || columns.lines.length === 0) {
    const isComplete = form.metrics.length > 0 && form.groupbyRows.length + form.groupbyColumns.length > 0
    return <CenteredNote text={t(isComplete ? texts.needsValues : texts.needs)} />
  }

  const header = (cell: HeaderCell, side: SideName, style?: CSSProperties) => {
    const key = `${side}${cell.level}-${cell.id}`
    const what = headerProps(cell, side, { props, visible, actions })
    return <HeaderCellView key={key} id={idOf(key)} isActive={active === key} style={style} {...what} />
  }
  const cells = (index: number, isTotal: boolean) => {
    const line = rows.lines[index]
    return (
      line && (
        <Cells
          shown={shown}
          row={line}
          rowIndex={index}
          columns={columns.lines}
          from={visible.left}
          to={visible.right}
          headColumns={rows.levels}
          idOf={idOf}
          active={activeColumn(active, index)}
          isTotal={isTotal}
          onActivate={ofCells.onActivate}
          onMenu={props.onMarkContextMenu && ofCells.onMenu}
        />
      )
    )
  }
  const row = (index: number, headers: HeaderCell[], isTotal = false) => (
    <tr key={index} aria-rowindex={columns.levels + index + 1}>
      {headers.map((cell) => header(cell, 'rows', rowHeaderStyle(cell, visible)))}
      {spacer(visible.before)}
      {cells(index, isTotal)}
      {spacer(visible.after)}
    </tr>
  )

  return (
    <div className={css.table}>
      <div {...visible.beside} className={classes(css.frame, visible.beside.className)}>
        <div ref={scroller} className={css.scroller}>
          <table
            {...gridProps}
            ref={grid}
            aria-label={props.title}
            aria-description={t(texts.keys)}
            aria-rowcount={rows.lines.length + columns.levels}
            aria-colcount={columns.lines.length + rows.levels}
            className={classes(css.grid, widths.isPinned && css.pinned)}
            style={
              {
                width: visible.width,
                '--heads': `${widths.isPinned ? visible.heads : 0}px`,
                '--head-height': `${visible.headHeight}px`,
              } as CSSProperties
            }
          >
            <ColumnWidths {...visible} />
            <PivotHead
              columns={columns}
              from={visible.left}
              to={visible.right}
              names={visible.names}
              columnNames={pivot.columnNames.map(shown.nameOf)}
              offsets={widths.isPinned ? visible.offsets : undefined}
              rowHeight={rowHeight}
              before={spacer(visible.before)}
              after={spacer(visible.after)}
              header={header}
            />
            <tbody>
              {visible.above > 0 && <tr aria-hidden="true" style={{ height: visible.above }} />}
              {visible.visibleRows.map(({ index }) =>
                row(
                  index,
                  visible.headers.filter((each) => each.from === index),
                ),
              )}
              {visible.below > 0 && <tr aria-hidden="true" style={{ height: visible.below }} />}
            </tbody>
            {visible.hasFoot && <tfoot>{row(bodyRows, cellsBetween(rows, bodyRows, bodyRows + 1), true)}</tfoot>}
          </table>
        </div>
      </div>
    </div>
  )
}

/** The text, the state and the actions of a header. */
function headerProps(
  cell: HeaderCell,
  side: SideName,
  { props, visible, actions }: { props: GridProps; visible: PivotWindow; actions: HeaderActions },
) {
  const { shown, formData, filterState } = props
  const isKey = cell.kind === 'key'
  const { levels, tree, options } = visible[side]
  const { isOutline } = options
  return {
    header: cell,
    side,
    text: shown.headerText(cell, side, side === 'rows' && visible.widths.shortTotals.has(cell.kind)),
    fullText: shown.headerText(cell, side),
    rendersHtml: formData.allow_render_html,
    isOuter: isOutline ? cell.node.depth < tree.depth && isKey : cell.level + cell.span < levels,
    isChosen: isKey && isChosen(filterState, shown.dimensionOf(cell, side), cell.node.key),
    onChoose: (isKey && props.onDataMask) || cell.canCollapse ? () => actions.choose(cell, side) : undefined,
    onToggle: () => actions.toggle(cell, side),
    onMenu: props.onMarkContextMenu && ((x: number, y: number) => actions.openHeaderMenu(cell, side, x, y)),
  }
}

const spacer = (width: number) => width > 0 && <td aria-hidden="true" className={css.spacer} />

const rowHeaderStyle = (cell: HeaderCell, { widths, offsets, rows }: PivotWindow): CSSProperties => ({
  ...(widths.isPinned && { left: offsets[cell.level] }),
  ...(cell.level === 0 && { paddingLeft: 12 + indentOf(cell, rows.options) * INDENT }),
  ...(widths.isPinned && cell.level + cell.span === rows.levels && { borderRight: '1px solid var(--border-2)' }),
})

/** The column of the active cell, if it is in the row. */
function activeColumn(active: string | undefined, row: number): number | undefined {
  const [, at, column] = /^c(\d+)-(\d+)$/.exec(active ?? '') ?? []
  return at !== undefined && Number(at) === row ? Number(column) : undefined
}

function ColumnWidths({ widths, left, right, before, after }: PivotWindow) {
  return (
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
  )
}
