import type { StillInput } from '../contract.ts'
import { shownSentence } from '../note.ts'
import { h, type SvgChild, type SvgNode } from '../svg/tree.ts'
import { fontSans } from '../theme.ts'

/** A cell of a table in a picture. */
export interface GridCell {
  text: string
  align: 'left' | 'center' | 'right'
  /** number of columns and rows that it covers; 1 by default */
  columns?: number
  rows?: number
  color?: string
  background?: string
  weight?: number
  size?: number
  /** a bar behind the text: percentages of the cell */
  bar?: { left: number; width: number; color: string } | undefined
  /** a drawing instead of the text, at the top left corner of the cell */
  drawing?: SvgChild
}

/** null: a cell above or to the left covers this position. */
export type GridRow = (GridCell | null)[]

export interface Grid {
  widths: readonly number[]
  /** padding in px to the left and right of each text */
  pad: number
  head: GridRow[]
  body: readonly GridRow[]
  /** shown even if not all rows fit */
  foot: GridRow[]
  rowHeight?: number
  /** height in px of a row of the head */
  headHeight?: number
}

export const GRID_ROW = 28
const NOTE = 22
const EDGE = 12
const TEXT = 13

/**
 * A table as a drawing, with as many rows and columns as fit. A note below it says what is left out, because a picture
 * cannot be scrolled. It is not higher than its rows.
 */
export function gridStill(grid: Grid, input: Pick<StillInput<unknown>, 'theme' | 'size' | 'measure'>): SvgNode {
  const { theme, size } = input
  const { rowHeight = GRID_ROW, headHeight = GRID_ROW, head, foot, body } = grid
  const top = head.length * headHeight
  const fixed = top + foot.length * GRID_ROW
  const fits = (room: number) => Math.max(0, Math.floor((room - fixed) / rowHeight))
  const columns = shownColumns(grid.widths, size.width)
  const isCut = body.length > fits(size.height) || columns < grid.widths.length
  const rows = Math.min(body.length, fits(size.height - (isCut ? NOTE : 0)))
  const width = grid.widths.slice(0, columns).reduce((sum, each) => sum + each, 0)
  const bottom = top + rows * rowHeight
  const used = bottom + foot.length * GRID_ROW + (isCut ? NOTE : 0)
  const line = (y: number, color: string) => h('path', { d: `M0 ${y - 0.5}H${width}`, stroke: color })
  return h(
    'svg',
    { width: size.width, height: Math.min(size.height, used), fontFamily: fontSans, fontSize: TEXT, fill: theme.text },
    drawRows(grid, head, { top: 0, height: headHeight, columns, ...input }),
    drawRows(grid, body.slice(0, rows), { top, height: rowHeight, columns, ...input }),
    drawRows(grid, foot, { top: bottom, height: GRID_ROW, columns, ...input }),
    body.slice(0, rows).map((_, row) => line(top + (row + 1) * rowHeight, theme.divider)),
    head.length > 0 && line(top, theme.chartTooltipBorder),
    foot.length > 0 && line(bottom, theme.chartTooltipBorder),
    isCut &&
      h(
        'text',
        { x: EDGE, y: bottom + foot.length * GRID_ROW + 15, fontSize: 11, fill: theme.text3 },
        noteOf(rows, body.length, columns, grid.widths.length),
      ),
  )
}

const noteOf = (rows: number, allRows: number, columns: number, allColumns: number) =>
  [
    rows < allRows ? shownSentence(`The first ${rows} of ${allRows} rows`) : '',
    columns < allColumns ? shownSentence(`The first ${columns} of ${allColumns} columns`) : '',
  ]
    .filter(Boolean)
    .join('; ')

/** The first columns that fit; at least one. */
function shownColumns(widths: readonly number[], room: number): number {
  let left = room
  // widths may be rounded up
  const count = widths.findIndex((width) => {
    left -= width
    return left < -1
  })
  return count === -1 ? widths.length : Math.max(1, count)
}

interface Place extends Pick<StillInput<unknown>, 'theme' | 'measure'> {
  top: number
  height: number
  columns: number
}

function drawRows(grid: Grid, rows: readonly GridRow[], place: Place): SvgChild[] {
  const lefts = grid.widths.map((_, column) => grid.widths.slice(0, column).reduce((sum, each) => sum + each, 0))
  return rows.flatMap((row, at) =>
    row.slice(0, place.columns).map((cell, column): SvgChild => {
      if (cell === null) return null
      const span = Math.min(cell.columns ?? 1, place.columns - column)
      const width = grid.widths.slice(column, column + span).reduce((sum, each) => sum + each, 0)
      const left = column === 0 ? EDGE : grid.pad
      const right = column + span === place.columns ? EDGE : grid.pad
      const height = place.height * Math.min(cell.rows ?? 1, rows.length - at)
      const box = { x: lefts[column] ?? 0, y: place.top + at * place.height, width, height }
      return drawCell(cell, box, { left, right, pad: grid.pad }, place)
    }),
  )
}

function drawCell(
  cell: GridCell,
  box: { x: number; y: number; width: number; height: number },
  { left, right, pad }: { left: number; right: number; pad: number },
  { theme, measure, height }: Place,
): SvgChild[] {
  const { bar, size = TEXT, weight = 420 } = cell
  const room = box.width - left - right
  // the width of a column includes its padding, but not the wider one at the edges of the table
  const most = box.width - Math.min(left, pad) - Math.min(right, pad)
  const text = cutToFit(cell.text, most, (each) => measure(each, { size, weight }))
  const at = { left: box.x + left, center: box.x + left + room / 2, right: box.x + box.width - right }
  const anchor = { left: undefined, center: 'middle', right: 'end' } as const
  return [
    cell.background !== undefined && h('rect', { ...box, fill: cell.background }),
    bar !== undefined &&
      h('rect', {
        x: box.x + 4 + ((box.width - 8) * bar.left) / 100,
        y: box.y + 4,
        width: Math.max(0, ((box.width - 8) * bar.width) / 100),
        height: box.height - 8,
        rx: 2,
        fill: bar.color,
      }),
    cell.drawing !== undefined && h('g', { transform: `translate(${box.x + left},${box.y})` }, cell.drawing),
    text !== '' &&
      h(
        'text',
        {
          x: at[cell.align],
          // the text of a cell that spans several rows is in its first row
          y: box.y + height / 2,
          dy: '0.35em',
          textAnchor: anchor[cell.align],
          fontSize: size === TEXT ? undefined : size,
          fontWeight: weight === 420 ? undefined : weight,
          fill: cell.color === theme.text ? undefined : cell.color,
        },
        text,
      ),
  ]
}

/** The text, truncated with an ellipsis if it is wider than the available space. */
function cutToFit(text: string, room: number, widthOf: (text: string) => number): string {
  const line = text.length > 400 ? text.slice(0, 400) : text
  if (widthOf(line) <= room) return line
  const letters = [...line]
  let [low, high] = [0, letters.length]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (widthOf(`${letters.slice(0, middle).join('')}…`) <= room) low = middle
    else high = middle - 1
  }
  return low === 0 ? '' : `${letters.slice(0, low).join('').trimEnd()}…`
}
