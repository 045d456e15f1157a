import type { TableColumn } from './columns.ts'

const padding = 24
const sampleRows = 200
const least = 48
const widest = 420

/**
 * Column widths in px: as wide as heads and a sample of the cells need, never less than what was asked for. Where room
 * is left the columns share it; where it is short, the table scrolls. `measure` gives the width of a text in px, `totals` are
 * the texts of the foot.
 */
export function columnWidths(
  columns: TableColumn[],
  available: number,
  rowCount: number,
  measure: (text: string) => number,
  totals: string[],
): number[] {
  const step = Math.max(1, Math.floor(rowCount / sampleRows))
  // what the cells alone need: heads may be cut, figures may not
  const cells: number[] = []
  const natural = columns.map((column, index) => {
    if (column.width !== undefined) return (cells[index] = Math.max(least, column.width))
    // totals are set in a heavier face
    let longest = measure(totals[index] ?? '') * 1.08
    for (let row = 0; row < rowCount; row += step) {
      const text = column.write(column.values[row] ?? null) ?? 'N/A'
      longest = Math.max(longest, measure(text.length > 80 ? text.slice(0, 80) : text))
    }
    cells[index] = Math.min(widest, Math.max(least, Math.ceil(longest) + padding))
    return Math.min(widest, Math.max(cells[index], Math.ceil(measure(column.label)) + 18 + padding))
  })
  const total = natural.reduce((sum, width) => sum + width, 0)
  const spare = available - total
  if (spare <= 0) return total > 0 && spare > -total * 0.25 ? squeezed(natural, columns, cells, -spare) : natural
  const grown = natural.map((width) => Math.floor(width + (spare * width) / total))
  const rest = available - grown.reduce((sum, width) => sum + width, 0)
  return grown.map((width, index) => (index === 0 ? width + rest : width))
}

/** A little too wide: wide text columns and heads wider than their figures give way before a scroll bar appears. */
function squeezed(widths: number[], columns: TableColumn[], cells: number[], missing: number): number[] {
  const room = widths.map((width, index) => {
    if (columns[index]?.width !== undefined) return 0
    const needed = Math.max(72, cells[index] ?? 0)
    return Math.max(0, width - (columns[index]?.kind === 'text' ? Math.min(120, needed) : needed))
  })
  const total = room.reduce((sum, each) => sum + each, 0)
  if (total < missing) return widths
  return widths.map((width, index) => Math.floor(width - (missing * (room[index] ?? 0)) / total))
}
