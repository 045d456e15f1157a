import {
  COLUMNS,
  chartsIn,
  columnSpan,
  type LayoutNode,
  naturalHeight,
  parseLayout,
} from '../../model/dashboard/layout.ts'

/** A part of a dashboard's first screen; position and size in px of the cover. */
export interface CoverTile {
  kind: 'chart' | 'text' | 'heading'
  x: number
  y: number
  width: number
  height: number
  chartId?: number
}

/** Assumed width of the dashboard in px, before it is scaled to the cover. */
const pageWidth = 1120
const gutter = 16

/** The first tab with charts of a layout as tiles of a cover with `width` px; tiles below `height` are omitted. */
export function coverTiles(position: unknown, width: number, height: number): CoverTile[] {
  const { root } = parseLayout(position)
  const scale = width / pageWidth
  const tiles: CoverTile[] = []

  /** Places a node and returns its height. */
  function place(node: LayoutNode, x: number, y: number, room: number): number {
    switch (node.type) {
      case 'TABS': {
        const tab = node.children.find((each) => chartsIn(each).length > 0) ?? node.children[0]
        return tab ? stack(tab.children, x, y, room) : 0
      }
      case 'ROOT':
      case 'GRID':
      case 'TAB':
      case 'COLUMN':
        return stack(node.children, x, y, room)
      case 'ROW':
        return beside(node, x, y, room)
      case 'DIVIDER':
        return 0
      default: {
        const tall = naturalHeight(node) ?? 0
        const kind = node.type === 'CHART' ? 'chart' : node.type === 'HEADER' ? 'heading' : 'text'
        tiles.push({ kind, x, y, width: room, height: tall, chartId: node.meta.chartId })
        return tall
      }
    }
  }

  function stack(nodes: readonly LayoutNode[], x: number, y: number, room: number): number {
    let used = 0
    for (const node of nodes) {
      const tall = place(node, x, y + used, room)
      if (tall > 0) used += tall + gutter
    }
    return Math.max(0, used - gutter)
  }

  function beside(row: LayoutNode, x: number, y: number, room: number): number {
    const spans = row.children.map((child) => columnSpan(child, COLUMNS))
    const columns = Math.max(
      COLUMNS,
      spans.reduce((sum, span) => sum + span, 0),
    )
    const each = (room - (columns - 1) * gutter) / columns
    let left = x
    let tallest = 0
    for (const [index, child] of row.children.entries()) {
      const span = spans[index] ?? COLUMNS
      const wide = span * each + (span - 1) * gutter
      tallest = Math.max(tallest, place(child, left, y, wide))
      left += wide + gutter
    }
    return tallest
  }

  place(root, 0, 0, pageWidth)
  return tiles
    .filter((tile) => tile.y * scale < height && tile.height > 0)
    .map((tile) => ({
      ...tile,
      x: tile.x * scale,
      y: tile.y * scale,
      width: tile.width * scale,
      height: tile.height * scale,
    }))
}
