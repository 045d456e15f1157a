import { MISSING_CELL } from '../../model/query/markedText.ts'
import type { TableColumn } from './columns.ts'

const sampleRows = 200
const least = 48
const widest = 420
/** Maximum px of the text of a header: a long header is truncated before long values are. */
const widestHead = 220
/** px in a header next to its text for the sort arrow. */
const arrow = 18
/** px between the first and last column and the edges of the table. */
const EDGE = 12

/**
 * The layout of a table: padding in px to the left and right of each text, and whether every header has space for an
 * arrow.
 */
interface Setting {
  pad: number
  arrows: boolean
}
const wide: Setting = { pad: 12, arrows: true }
const tight: Setting = { pad: 8, arrows: false }

export interface TableLayout {
  /** widths of the columns in px */
  widths: number[]
  /** padding in px to the left and right of each text, except at the edges of the table */
  pad: number
}

export interface LayoutInput {
  columns: TableColumn[]
  /** width of the table in px */
  available: number
  rowCount: number
  /** measures the width of a text in px */
  measure: (text: string) => number
  /** the texts of the footer */
  totals: string[]
  /** keys of the columns whose headers have an arrow */
  sorted: string[]
}

/**
 * Column widths: as wide as headers and a sample of the cells need, and at least the configured minimum. If there is
 * extra space the columns share it. If space is short, columns move closer, then long texts are truncated if that is
 * enough; otherwise the table scrolls, and only texts that would take more than half of the width are truncated,
 * because they would hide the other columns.
 */
export function layOutColumns(input: LayoutInput): TableLayout {
  const texts = textWidths(input)
  const natural = columnsOf(input, texts, wide)
  const spare = input.available - sum(natural)
  if (spare < 0) {
    const close = columnsOf(input, texts, tight)
    return { widths: withNumber(input, texts, fitted(input, texts, close)), pad: tight.pad }
  }
  return { widths: spread(natural, spare), pad: wide.pad }
}

interface TextWidths {
  cells: number[]
  heads: number[]
}

function textWidths({ columns, rowCount, measure, totals }: LayoutInput): TextWidths {
  const step = Math.max(1, Math.floor(rowCount / sampleRows))
  const cells = columns.map((column, index) => {
    // totals have a heavier font
    let longest = measure(totals[index] ?? '') * 1.08
    for (let row = 0; row < rowCount; row += step) {
      const text = column.write(column.values[row] ?? null) ?? MISSING_CELL
      longest = Math.max(longest, measure(text.length > 80 ? text.slice(0, 80) : text))
    }
    return Math.ceil(longest)
  })
  return { cells, heads: columns.map(({ label }) => Math.ceil(Math.min(widestHead, measure(label)))) }
}

/** px to the left and right of the texts of a column, in total. */
function margins({ columns }: LayoutInput, index: number, { pad }: Setting): number {
  return (index === 0 ? EDGE : pad) + (index === columns.length - 1 ? EDGE : pad)
}

function columnsOf(input: LayoutInput, { cells, heads }: TextWidths, setting: Setting): number[] {
  return input.columns.map((column, index) => {
    if (column.width !== undefined) return Math.max(least, column.width)
    const hasArrow = setting.arrows || input.sorted.includes(column.key)
    const head = (heads[index] ?? 0) + (hasArrow ? arrow : 0)
    const needed = Math.max(cells[index] ?? 0, head) + margins(input, index, setting)
    return Math.min(widest, Math.max(least, needed))
  })
}

/** Minimum width in px of a text column that may shrink. */
const leastText = 120
/** px of a header that always remain visible. */
const leastHead = 110

/**
 * If this avoids a scroll bar, text columns become narrower, then long headers are truncated as well. Numbers and short
 * headers are never truncated.
 */
function fitted(input: LayoutInput, { cells, heads }: TextWidths, natural: number[]): number[] {
  if (sum(natural) <= input.available) return spread(natural, input.available - sum(natural))
  const isFar = sum(natural) - input.available > sum(natural) * 0.25
  const widths = isFar ? natural.map((width, index) => withinHalf(input, index, width)) : natural
  const missing = sum(widths) - input.available
  if (missing <= 0) return spread(widths, -missing)
  if (missing > sum(widths) * 0.25) return widths
  for (const mostHead of [widestHead, leastHead]) {
    const room = widths.map((width, index) => {
      const column = input.columns[index]
      if (column?.width !== undefined) return 0
      const edges = margins(input, index, tight)
      const least = Math.min(mostHead, heads[index] ?? 0) + edges
      const figures = (cells[index] ?? 0) + edges
      return Math.max(0, width - Math.max(least, column?.kind === 'text' ? Math.min(leastText, figures) : figures))
    })
    const total = sum(room)
    if (total >= missing)
      return widths.map((width, index) => Math.floor(width - (missing * (room[index] ?? 0)) / total))
  }
  return widths
}

/** A tile of two columns is narrower than this. */
const narrow = 320
/** At the edge of a table that scrolls, the content fades out. */
const fade = 28
/** Minimum width of the first column of a narrow table. */
const leastName = 88

/** In a narrow table that scrolls, the number next to the first column is visible: both become narrower. */
function withNumber(input: LayoutInput, { cells }: TextWidths, widths: number[]): number[] {
  const { columns, available } = input
  const [first = 0, second = 0, ...others] = widths
  const isFit = sum(widths) <= available || available >= narrow || available < 2 * leastName
  const [name, number] = columns
  if (isFit || name?.width !== undefined || number?.width !== undefined || name?.kind !== 'text') return widths
  if (number === undefined || number.kind === 'text') return widths
  let excess = Math.max(0, first + second - (available - (others.length > 0 ? fade : 0)))
  const least = Math.min(second, (cells[1] ?? 0) + margins(input, 1, tight))
  const figures = Math.max(least, second - excess)
  excess -= second - figures
  return [Math.max(Math.min(first, leastName), first - excess), figures, ...others]
}

/** At most half of the table, or as wide as configured. */
function withinHalf({ columns, available }: LayoutInput, index: number, width: number): number {
  const { kind, width: configured } = columns[index]!
  if (kind !== 'text' || configured !== undefined || columns.length === 1) return width
  return Math.min(width, Math.max(leastText, Math.floor(available / 2)))
}

/** The columns share the remaining space; wide ones get more of it. */
function spread(widths: number[], spare: number): number[] {
  const total = sum(widths)
  const grown = widths.map((width) => Math.floor(width + (spare * width) / total))
  const rest = total + spare - sum(grown)
  return grown.map((width, index) => (index === 0 ? width + rest : width))
}

const sum = (widths: number[]) => widths.reduce((total, width) => total + width, 0)
