import type { CustomSeriesOption } from 'echarts'
import { readableText } from './color/readable.ts'
import type { Branch } from './hierarchy.ts'
import { cutText, labelWidth } from './textWidth.ts'
import { type ChartTheme, fontSans } from './theme.ts'

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** A branch as a rectangle beside the rectangle of its parent. */
export interface Block extends Box {
  branch: Branch
  /** whether it is the last one beside its parent */
  isLast?: boolean
}

/** Minimum height in px of a block that is drawn. */
const leastHeight = 0.5
/** Minimum height for a name. */
const labelFrom = 15
/** px between a name and the edges of its block */
const inset = 4

/** Columns from left to right, one per level; the height of a block is its share of its parent's. */
export function layOut(branches: Branch[], box: Box, amount: (branch: Branch) => number): Block[] {
  const levels = depthOf(branches)
  const width = box.width / Math.max(1, levels)
  const blocks: Block[] = []
  const place = (parts: Branch[], left: number, top: number, height: number, whole: number) => {
    let y = top
    let last: Block | undefined
    for (const branch of parts) {
      const tall = whole > 0 ? (height * Math.max(0, amount(branch))) / whole : 0
      if (tall >= leastHeight) {
        last = { branch, left, top: y, width, height: tall }
        blocks.push(last)
        const below = branch.children.reduce((sum, child) => sum + Math.max(0, amount(child)), 0)
        place(branch.children, left + width, y, tall, Math.max(below, amount(branch)))
      }
      y += tall
    }
    if (last) last.isLast = true
  }
  place(
    branches,
    box.left,
    box.top,
    box.height,
    branches.reduce((sum, branch) => sum + Math.max(0, amount(branch)), 0),
  )
  return blocks
}

/** The number of levels. Reduced without spread arguments, because a call cannot take a hundred thousand of them. */
const depthOf = (branches: Branch[]): number =>
  branches.reduce((deepest, { children }) => Math.max(deepest, 1 + depthOf(children)), 0)

/** px: if most blocks of a column are lower, gaps between some of them would look like different shares. */
const leastParted = 4

/** The left edges of the columns whose blocks have no gaps between them, but after the last one beside a parent. */
function closedColumns(blocks: Block[]): Set<number> {
  // by left edge: the low blocks less the others
  const excess = new Map<number, number>()
  for (const { left, height } of blocks) excess.set(left, (excess.get(left) ?? 0) + (height < leastParted ? 1 : -1))
  return new Set([...excess].filter(([, count]) => count > 0).map(([left]) => left))
}

/**
 * The blocks with their names, if these fit. A block that is too narrow for its name and its value shows only the name:
 * half a number would be another number.
 */
export function icicleSeries(
  blocks: Block[],
  colorOf: (branch: Branch) => string,
  textOf: (branch: Branch) => string,
  theme: ChartTheme,
  hasClosedColumns = false,
): CustomSeriesOption {
  const closed = hasClosedColumns ? closedColumns(blocks) : new Set()
  return {
    type: 'custom',
    coordinateSystem: 'none',
    animation: false,
    data: blocks.map((_, at) => at),
    renderItem: ({ dataIndex }) => {
      const block = blocks[dataIndex]
      if (block === undefined) return null
      const fill = colorOf(block.branch)
      const { left, top, width, height } = block
      const text = labelOf(block, textOf(block.branch))
      // at whole px, all gaps look equal
      const [x, y] = [Math.round(left), Math.round(top)]
      const isClosed = closed.has(left)
      const gap = isClosed ? (block.isLast ? 1 : 0) : height > 3 ? 1 : 0
      return {
        type: 'rect',
        shape: {
          x,
          y,
          width: Math.max(0.5, Math.round(left + width) - x - 1),
          height: Math.max(0.5, Math.round(top + height) - y - gap),
          r: isClosed ? 0 : 2,
        },
        style: { fill },
        emphasis: { style: { stroke: theme.text, lineWidth: 1 } },
        ...(text !== '' && {
          textContent: {
            type: 'text',
            // a separate text element does not inherit the font of the chart
            style: {
              text,
              fill: readableText(fill),
              fontSize: 11,
              fontFamily: fontSans,
            },
          },
          textConfig: {
            position: height >= 26 ? ('insideTopLeft' as const) : ('insideLeft' as const),
            distance: inset,
          },
        }),
      }
    },
  }
}

function labelOf({ branch: { name }, width, height }: Block, full: string): string {
  if (height < labelFrom) return ''
  // there is a gap of a pixel between two blocks
  const room = width - 2 * inset + 1
  if (labelWidth(full) <= room) return full
  const cut = cutText(name, room, 11)
  // one or two letters are not a useful name
  return cut === name || cut.length > 3 ? cut : ''
}

/** The names that are written completely in one of the blocks at least. */
export const writtenNames = (blocks: Block[]): Set<string> =>
  new Set(blocks.map((block) => block.branch.name).filter((name, at) => labelOf(blocks[at]!, name) === name))
