import type { StillInput } from '../shared/contract.ts'
import { type GridCell, gridStill } from '../shared/stills/grid.ts'
import type { SvgNode } from '../shared/svg/tree.ts'
import { cellBars, type TableColumn, tableColumns } from './columns.ts'
import type { TableForm } from './formData.ts'
import { layOutColumns } from './layout.ts'
import { cellColors } from './rules.ts'
import { texts } from './texts.ts'
import { totalTexts } from './totals.ts'

/** The color of bars, as in the style of the table. */
const barColor = '#446bda38'
const semibold = 620

/** The first rows of the table, in its sort order. */
export function still(input: StillInput<TableForm>): SvgNode {
  const { formData: form, data, theme, size, measure, text } = input
  const columns = tableColumns(input)
  const rowCount = data[0]?.rowcount ?? 0
  const totals = form.show_totals ? totalTexts(columns, data[form.server_pagination ? 2 : 1]) : undefined
  const { widths, pad } = layOutColumns({
    columns,
    available: size.width,
    rowCount,
    measure: (each) => measure(each, { size: 13, weight: 420 }),
    totals: totals ?? [],
    sorted: [],
  })
  const bars = columns.map((column) => cellBars(form, column))
  const colors = columns.map((column) => cellColors(form.conditional_formatting, column, theme))
  const rows = Array.from({ length: rowCount }, (_, row) => row)
  const cell = (column: TableColumn, at: number, row: number): GridCell => {
    const value = column.values[row] ?? null
    const written = column.write(value)
    const [bar, color] = [bars[at]?.(value), colors[at]?.(value)]
    const isRed = bar?.isNegative && (column.config.colorPositiveNegative ?? form.color_pn)
    return {
      text: written ?? text(texts.missing),
      align: column.align,
      color: color?.text ?? (written === null ? theme.text3 : theme.text),
      ...(color && { background: color.background }),
      bar: bar ? { left: bar.left, width: bar.width, color: isRed ? `${theme.dangerFg}3d` : barColor } : undefined,
    }
  }
  // no image has space for more
  const shown = rows.slice(0, Math.ceil(size.height / 28) + 1)
  return gridStill(
    {
      widths,
      pad,
      headHeight: 32,
      head: [columns.map(({ label, align }) => ({ text: label, align, size: 12, weight: 520, color: theme.text3 }))],
      body: rows.map((row) => (row < shown.length ? columns.map((column, at) => cell(column, at, row)) : [])),
      foot: totals
        ? [
            columns.map(({ align, isMetric }, at) => ({
              text: at === 0 && !isMetric ? text(texts.totals) : (totals[at] ?? ''),
              align,
              weight: semibold,
            })),
          ]
        : [],
    },
    input,
  )
}
