import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { useSize } from '../../web/ui/useSize.ts'
import { textMeasure } from '../shared/grid/textMeasure.ts'
import { useMoreBeside } from '../shared/grid/useMoreBeside.ts'
import type { PivotForm } from './formData.ts'
import { cellsBetween, type Side, sideOf, widthsOf } from './layout.ts'
import { linesOf } from './lines.ts'
import { type ShownPivot, type SideName, sideOptions } from './shown.ts'

export const rowHeight = 28
/** In a narrower table, the levels of the rows share one column, so that numbers are visible. */
const outlineBelow = 420

interface Input {
  form: PivotForm
  shown: ShownPivot
  size: { width: number; height: number }
  /** the keys of the groups that are collapsed */
  collapsed: Record<SideName, ReadonlySet<string>>
}

/** The lines of a pivot table, their sizes, and the part that is visible in the element with the `ref`. Sizes in px. */
export function usePivotWindow({ form, shown, size, collapsed }: Input) {
  const { pivot } = shown
  const scroller = useRef<HTMLDivElement>(null)
  // a scroll bar may take width from the cells
  const available = useSize(scroller)?.width ?? size.width
  const isNarrow = available < outlineBelow
  const [rows, columns] = useMemo(
    () =>
      (['rows', 'columns'] as const).map((name) => {
        const isOne = pivot.metrics.length === 1
        // above the columns, the name of a single metric takes no width
        const placed: PivotForm = isNarrow && isOne ? { ...form, metricsLayout: 'COLUMNS' } : form
        const plain = sideOptions(placed, name, pivot.metrics.length, collapsed[name])
        const isOutline = isNarrow && name === 'rows' && pivot.rows.depth > 1
        const options = { ...plain, isOutline }
        return sideOf(pivot[name], options, linesOf(pivot[name], options))
      }) as [Side, Side],
    [form, pivot, collapsed, isNarrow],
  )
  const names = useMemo(() => rowNames(shown, rows), [shown, rows])
  const widths = useMemo(
    () =>
      widthsOf({
        pivot,
        rows,
        columns,
        available,
        names,
        columnNames: pivot.columnNames.map(shown.nameOf),
        measure: textMeasure(),
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
  const headers = useMemo(() => cellsBetween(rows, top, bottom), [rows, top, bottom])
  const width = virtualColumns.getTotalSize()
  const beside = useMoreBeside(scroller, width, available, widths.isPinned ? heads : 0)
  const visible = {
    rows,
    columns,
    /** names above the levels of the row headers */
    names,
    widths,
    /** width of all row headers, height of all column headers */
    heads,
    headHeight,
    /** px from the left of each level of the row headers */
    offsets: widths.headers.map((_, level) =>
      widths.headers.slice(0, level).reduce((total, header) => total + header, 0),
    ),
    bodyRows,
    hasFoot,
    visibleRows,
    /** headers of the visible rows */
    headers,
    /** index of the first visible column, and index after the last one */
    left: visibleColumns[0]?.index ?? 0,
    right: (visibleColumns.at(-1)?.index ?? -1) + 1,
    width,
    /** props of the element around the scroller */
    beside,
    /** sizes in px of the parts around the visible cells that are not rendered */
    above: (visibleRows[0]?.start ?? headHeight) - headHeight,
    below: virtualRows.getTotalSize() - (visibleRows.at(-1)?.end ?? headHeight),
    before: (visibleColumns[0]?.start ?? heads) - heads,
    after: width - (visibleColumns.at(-1)?.end ?? heads),
    scrollTo(row: number, column: number) {
      if (row >= 0 && row < bodyRows) virtualRows.scrollToIndex(row)
      if (column >= 0) virtualColumns.scrollToIndex(column)
    },
  }
  return { ref: scroller, visible }
}

export type PivotWindow = ReturnType<typeof usePivotWindow>['visible']

function rowNames({ pivot, nameOf }: ShownPivot, { levels, options }: Side): string[] {
  const dimensions = pivot.rowNames.map(nameOf)
  if (options.isOutline) return [dimensions.join(' / ')]
  const named = options.metrics > 0 && !options.combinesMetrics ? ['', ...dimensions] : dimensions
  return Array.from({ length: levels }, (_, level) => named[level] ?? '')
}
