import type { StillInput } from '../shared/contract.ts'
import { GRID_ROW, type GridCell, type GridRow, gridStill } from '../shared/stills/grid.ts'
import type { SvgNode } from '../shared/svg/tree.ts'
import type { PivotForm } from './formData.ts'
import { cellsBetween, type Side, sideOf, widthsOf } from './layout.ts'
import { linesOf } from './lines.ts'
import { type SideName, shownPivot, sideOptions } from './shown.ts'
import { texts } from './texts.ts'

const nothing = new Set<string>()
const medium = 520
const semibold = 620

/** The first rows and columns of the table, with its totals if they fit. */
export function still(input: StillInput<PivotForm>): SvgNode | string {
  const { formData: form, theme, size, measure, text } = input
  const shown = shownPivot(input, text)
  const { pivot } = shown
  const [rows, columns] = (['rows', 'columns'] as const).map((name) => {
    const options = sideOptions(form, name, pivot.metrics.length, nothing)
    return sideOf(pivot[name], options, linesOf(pivot[name], options))
  }) as [Side, Side]
  if (pivot.metrics.length === 0 || columns.lines.length === 0) {
    const isComplete = form.metrics.length > 0 && form.groupbyRows.length + form.groupbyColumns.length > 0
    return text(isComplete ? texts.needsValues : texts.needs)
  }
  const dimensions = pivot.rowNames.map(shown.nameOf)
  const named = rows.options.metrics > 0 && !rows.options.combinesMetrics ? ['', ...dimensions] : dimensions
  const names = Array.from({ length: rows.levels }, (_, level) => named[level] ?? '')
  const columnNames = pivot.columnNames.map(shown.nameOf)
  const widths = widthsOf({
    pivot,
    rows,
    columns,
    available: size.width,
    names,
    columnNames,
    measure: (each) => measure(each, { size: 13, weight: 420 }),
    headerText: shown.headerText,
    cellText: shown.cellText,
  })
  const headed = (side: Side, name: SideName, most: number) =>
    cellsBetween(side, 0, most).map((cell) => ({
      ...cell,
      text: shown.headerText(cell, name, name === 'rows' && widths.shortTotals.has(cell.kind)),
      isOuter: cell.level + cell.span < side.levels,
    }))
  const columnHeads = headed(columns, 'columns', columns.lines.length)
  const lastRow = rows.lines.length - 1
  const hasFoot = lastRow > 0 && rows.lines[lastRow]?.kind === 'total' && rows.options.metrics === 0
  const bodyRows = hasFoot ? lastRow : rows.lines.length
  const drawnRows = Math.min(bodyRows, Math.ceil(size.height / GRID_ROW))
  const rowHeads = headed(rows, 'rows', drawnRows)
  const blank = (): GridRow => Array.from({ length: rows.levels + columns.lines.length }, () => null)

  const head = Array.from({ length: columns.levels }, (_, level): GridRow => {
    const cells = blank()
    const corner = { size: 12, weight: medium, color: theme.text3 }
    if (level === columns.levels - 1) {
      for (const [at, name] of names.entries()) cells[at] = { text: name, align: 'left', ...corner }
    } else {
      const isNamed = columns.levels - 1 >= columnNames.length || columns.options.metrics > 0
      const own = isNamed ? columnNames[level] : columnNames.slice(0, columns.levels - 1)[level]
      cells[0] = { text: own ?? '', align: 'right', columns: rows.levels, ...corner }
    }
    for (const cell of columnHeads.filter((each) => each.level === level)) {
      cells[rows.levels + cell.from] = {
        text: cell.text,
        align: cell.isOuter ? 'left' : 'right',
        columns: cell.lines,
        rows: cell.span,
        ...corner,
      }
    }
    return cells
  })
  const values = (row: number, isTotal: boolean): GridRow => {
    const line = rows.lines[row]!
    const cells = blank()
    for (const [at, column] of columns.lines.entries()) {
      const color = shown.cellColor(line, column)
      const isSum = line.kind !== 'cell' || column.kind !== 'cell'
      cells[rows.levels + at] = {
        text: shown.cellText(line, column),
        align: 'right',
        weight: isTotal ? semibold : isSum ? medium : 420,
        ...(color && { background: color.background, color: color.text }),
      }
    }
    return cells
  }
  const withHeads = (cells: GridRow, heads: typeof rowHeads, isTotal: boolean): GridRow => {
    for (const cell of heads) {
      const found: GridCell = { text: cell.text, align: 'left', columns: cell.span, rows: cell.lines }
      cells[cell.level] = { ...found, weight: isTotal ? semibold : cell.isOuter || cell.kind !== 'key' ? medium : 420 }
    }
    return cells
  }
  return gridStill(
    {
      widths: [...widths.headers, ...widths.columns],
      pad: 10,
      head,
      body: Array.from({ length: bodyRows }, (_, row) =>
        row >= drawnRows
          ? []
          : withHeads(
              values(row, false),
              rowHeads.filter(({ from }) => from === row),
              false,
            ),
      ),
      foot: hasFoot
        ? [
            withHeads(
              values(lastRow, true),
              cellsBetween(rows, lastRow, lastRow + 1).map((cell) => ({
                ...cell,
                text: shown.headerText(cell, 'rows', widths.shortTotals.has(cell.kind)),
                isOuter: false,
              })),
              true,
            ),
          ]
        : [],
    },
    input,
  )
}
