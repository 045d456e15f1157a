import { type HeaderCell, headerCells, headersOf, indentOf, type Line, levelCount, type SideOptions } from './lines.ts'
import type { Pivot } from './pivot.ts'
import type { PivotTree } from './tree.ts'

/** One side of the table as it is shown. */
export interface Side {
  tree: PivotTree
  options: SideOptions
  lines: Line[]
  levels: number
}

export const sideOf = (tree: PivotTree, options: SideOptions, lines: Line[]): Side => ({
  tree,
  options,
  lines,
  levels: levelCount(tree, options),
})

/** The header cells of a range of lines. */
export const cellsBetween = ({ lines, tree, options }: Side, from: number, to: number): HeaderCell[] =>
  headerCells(
    lines.slice(from, to).map((line) => headersOf(line, tree, options)),
    from,
  )

const leastColumn = 56
const widestColumn = 240
const leastHeader = 64
const widestHeader = 280
/** px by which each level of an outline is indented */
export const INDENT = 16
/** The largest part of a table that an outline takes. */
const mostOutline = 0.54
/** The names of groups are a little wider than normal text, because they are medium. */
const mediumText = 4
/** The name of a dimension on the columns widens the row headers up to this. */
const widestCorner = 160
/** padding in px to the left and right of each text */
const pad = 20
/** px by which texts of the first level are farther from the edge */
const firstPad = 2
/** px for the button that collapses a group */
const button = 20
/** Number of cells that are measured, over all columns. */
const measuredCells = 4000
const measuredLines = 200
/** How much wider bold text is. */
const boldness = 1.08
/** Width in px below which a table is narrow, as on a phone. */
const narrow = 480
/** Row headers stay fixed while the cells scroll if they take at most this fraction of the table's width. */
const mostPinned = 0.6

export interface Widths {
  /** width of each level of the row headers */
  headers: number[]
  /** width of each column */
  columns: number[]
  /** whether the row headers stay in place while the cells scroll */
  isPinned: boolean
  /** the kinds of totals whose labels fit only without the function that computes them */
  shortTotals: ReadonlySet<HeaderCell['kind']>
}

export interface WidthInput {
  pivot: Pivot
  rows: Side
  columns: Side
  available: number
  measure: (text: string) => number
  /** the text of a header */
  headerText: (header: HeaderCell, side: 'rows' | 'columns', isShort?: boolean) => string
  cellText: (row: Line, column: Line) => string
  /** the names above the row headers */
  names: string[]
  /** the names next to the column headers, above `names` */
  columnNames: string[]
}

/**
 * The widths of all columns: as wide as the headers and a sample of the cells need, and more if there is space. Row
 * headers take at most three fifths of a narrow table.
 */
export function widthsOf(input: WidthInput): Widths {
  const { rows, columns, available, measure, names } = input
  const { isOutline = false } = rows.options
  // the column of an outline is as wide as its groups: the names of all levels above it may be truncated
  const wanted = Array.from({ length: rows.levels }, (_, level) => (isOutline ? 0 : measure(names[level] ?? '')) + pad)
  const totals = new Map<string, TotalLabel>()
  const step = Math.max(1, Math.ceil(rows.lines.length / measuredLines))
  for (let at = 0; at < rows.lines.length; at += step) {
    for (const header of cellsBetween(rows, at, at + 1)) {
      // labels of totals are all alike: what their short forms do not need, they get only of the remaining space
      if (header.span > 1 || header.kind === 'subtotal' || header.kind === 'total') {
        // labels of totals are bold
        const width = measure(input.headerText(header, 'rows')) * boldness + pad
        const { level, span, kind } = header
        const key = `${kind} ${level} ${span}`
        totals.set(key, { kind, level, span, width: Math.max(totals.get(key)?.width ?? 0, width) })
        if (span === 1) {
          const short = measure(input.headerText(header, 'rows', true)) * boldness + pad
          wanted[level] = Math.max(wanted[level] ?? 0, short)
        }
        continue
      }
      const indent = indentOf(header, rows.options) * INDENT + (header.level === 0 ? firstPad : 0)
      const isGroup = isOutline || header.level + header.span < rows.levels
      const before = (header.canCollapse ? button : 0) + indent + (isGroup ? mediumText : 0)
      const width = measure(input.headerText(header, 'rows')) + pad + before
      wanted[header.level] = Math.max(wanted[header.level] ?? 0, width)
    }
  }
  const ideal = withCorner(
    wanted.map((width) => Math.ceil(Math.min(widestHeader, Math.max(leastHeader, width)))),
    Math.max(0, ...input.columnNames.map(measure)) + pad,
  )
  // in a very narrow table the headers scroll with the cells instead of being truncated
  const scrolls = !isOutline && available < narrow && sum(ideal) > available * mostPinned
  const natural = columns.lines.map((_, at) => columnWidth(input, at))
  const fitting = scrolls ? ideal : fitted(ideal, available * (isOutline ? mostOutline : mostPinned))
  const labels = [...totals.values()]
  const headers = withTotals(fitting, labels, available - sum(fitting) - sum(natural))
  const shared = spread([...headers, ...natural], available)
  const shown = shared.slice(0, headers.length)
  return {
    headers: shown,
    columns: shared.slice(headers.length),
    isPinned: isOutline || sum(headers) <= available * mostPinned,
    shortTotals: new Set(
      labels
        .filter(({ level, span, width }) => Math.ceil(width) > sum(shown.slice(level, level + span)))
        .map(({ kind }) => kind),
    ),
  }
}

function columnWidth({ rows, columns, measure, headerText, cellText }: WidthInput, at: number): number {
  const line = columns.lines[at] as Line
  const samples = Math.max(4, Math.floor(measuredCells / columns.lines.length))
  const step = Math.max(1, Math.ceil(rows.lines.length / samples))
  let longest = ''
  for (let row = 0; row < rows.lines.length; row += step) {
    const text = cellText(rows.lines[row] as Line, line)
    if (text.length > longest.length) longest = text
  }
  // totals are usually the longest texts, and are bold
  const last = rows.lines.at(-1)
  const total = last ? measure(cellText(last, line)) * boldness : 0
  const heads = cellsBetween(columns, at, at + 1)
  const innermost = heads.at(-1)
  const bold = innermost?.kind === 'subtotal' || innermost?.kind === 'total' ? boldness : 1
  const head = innermost
    ? Math.min(160, measure(headerText(innermost, 'columns')) * bold) + (innermost.canCollapse ? button : 0)
    : 0
  return Math.ceil(Math.min(widestColumn, Math.max(leastColumn, Math.max(measure(longest), total, head) + pad)))
}

/** The widest row headers become narrower if all of them together are wider than `wanted`. */
function fitted(widths: number[], wanted: number): number[] {
  const most = Math.max(wanted, leastHeader * widths.length)
  const result = [...widths]
  for (let excess = sum(result) - most; excess > 0; excess = sum(result) - most) {
    const widest = Math.max(...result)
    const next = Math.max(leastHeader, ...result.filter((width) => width < widest))
    const count = result.filter((width) => width === widest).length
    const width = Math.max(next, Math.floor(widest - excess / count))
    if (width >= widest) break
    for (const [at, each] of result.entries()) if (each === widest) result[at] = width
  }
  return result
}

/** The last level of the row headers grows so that the names of the column dimensions fit above all levels. */
function withCorner(headers: number[], name: number): number[] {
  const missing = Math.ceil(Math.min(widestCorner, name)) - sum(headers)
  return missing > 0 ? headers.with(-1, (headers.at(-1) ?? 0) + missing) : headers
}

/** The label of a total, and the levels of the row headers that it covers. */
interface TotalLabel {
  kind: HeaderCell['kind']
  level: number
  span: number
  width: number
}

/** Row headers grow so that labels of totals fit into the levels that they cover, but only by the remaining space. */
function withTotals(headers: number[], totals: TotalLabel[], spare: number): number[] {
  const result = [...headers]
  let rest = spare
  for (const { level, span, width } of totals) {
    const growth = Math.min(rest, Math.ceil(width) - sum(result.slice(level, level + span)))
    const last = level + span - 1
    if (growth <= 0 || result[last] === undefined) continue
    result[last] += growth
    rest -= growth
  }
  return result
}

/** All columns share the remaining space; wide ones get more of it. */
function spread(widths: number[], available: number): number[] {
  const total = sum(widths)
  const spare = Math.floor(available - total)
  if (spare <= 0) return widths
  const grown = widths.map((width) => Math.floor(width + (spare * width) / total))
  const rest = total + spare - sum(grown)
  return grown.map((width, at) => (at === 0 ? width + rest : width))
}

const sum = (widths: number[]) => widths.reduce((total, width) => total + width, 0)
