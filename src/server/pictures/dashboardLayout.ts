import {
  type ActiveTabs,
  columnSpan,
  GUTTER_PX,
  isFlush,
  type LayoutNode,
  naturalHeight,
  rowTracks,
} from '../../model/dashboard/layout.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A component and its position. Tabs are one component with their names; only the open tab has its components here. */
export type Placed = Box &
  (
    | { kind: 'chart'; chartId: number; title: string | undefined }
    | { kind: 'text'; text: string }
    | { kind: 'heading'; text: string; size: 'small' | 'medium' | 'large' }
    | { kind: 'tabs'; names: string[]; open: number }
    | { kind: 'divider' }
  )

/** Components that are not split at a page break. */
export interface Band {
  top: number
  height: number
  parts: Placed[]
}

const TABS_HEIGHT = 36
/** Height of a tile's title in px. */
export const CARD_HEAD = 36
/** Height of a tile's title on a cover, in px of the drawing. */
export const COVER_HEAD = 22
/** Deeper components are not shown: layouts come from any source. */
const MOST_LEVELS = 20

const sizes = { SMALL_HEADER: 'small', MEDIUM_HEADER: 'medium', LARGE_HEADER: 'large' } as const

const BORDER = 1

/** The area of the chart in a tile: inside the border, below the title. */
export const innerBox = ({ x, y, width, height }: Box, head = CARD_HEAD): Box => ({
  x: x + BORDER,
  y: y + BORDER + head,
  width: width - 2 * BORDER,
  height: Math.max(1, height - head - 2 * BORDER),
})

/** The size of the chart in a tile, to the pixel: otherwise, the layout of some charts would differ from the page. */
export function innerSize(tile: Box, head = CARD_HEAD): Pick<Box, 'width' | 'height'> {
  const { width, height } = innerBox(tile, head)
  return { width, height }
}

/** The visible components of a dashboard as rectangles, laid out as on a page of this width. */
export function placeDashboard(root: LayoutNode, active: ActiveTabs, columns: number, width: number): Band[] {
  const bands: Band[] = []
  let top = 0
  for (const nodes of partsOf(root, active)) {
    const placed = nodes.kind === 'tabs' ? placeTabs(nodes.node, active, { x: 0, y: top, width }) : undefined
    const { parts, height } = placed ?? place(nodes.node, active, { x: 0, y: top, width, columns, level: 0 })
    if (height === 0) continue
    bands.push({ top, height, parts })
    top += height + GUTTER_PX
  }
  return bands
}

type Part = { kind: 'node' | 'tabs'; node: LayoutNode }

/** Components from top to bottom; tabs over the whole width are followed by the components of the open tab. */
function partsOf(node: LayoutNode, active: ActiveTabs, level = 0): Part[] {
  if (level > MOST_LEVELS) return []
  return node.children.flatMap((child): Part[] => {
    if (child.type === 'GRID') return partsOf(child, active, level + 1)
    if (child.type !== 'TABS') return [{ kind: 'node', node: child }]
    const open = openTab(child, active)
    return [{ kind: 'tabs', node: child }, ...(open ? partsOf(open, active, level + 1) : [])]
  })
}

const openTab = (tabs: LayoutNode, active: ActiveTabs) =>
  tabs.children.find(({ id }) => id === active[tabs.id]) ?? tabs.children[0]

function placeTabs(tabs: LayoutNode, active: ActiveTabs, at: Omit<Box, 'height'>) {
  const names = tabs.children.map(({ meta }) => meta.text || 'Tab title')
  const open = tabs.children.findIndex((tab) => tab === openTab(tabs, active))
  const parts: Placed[] = [{ ...at, kind: 'tabs', height: TABS_HEIGHT, names, open }]
  return { parts, height: TABS_HEIGHT }
}

interface Place {
  x: number
  y: number
  width: number
  columns: number
  level: number
  /** Set only for a tile or a column that is stretched. */
  height?: number
}

interface Filled {
  parts: Placed[]
  height: number
}

function place(node: LayoutNode, active: ActiveTabs, at: Place): Filled {
  const { x, y, width } = at
  if (at.level > MOST_LEVELS) return { parts: [], height: 0 }
  const height = at.height ?? naturalHeight(node) ?? 0
  const box = { x, y, width, height }
  const { text = '', code = '', chartId, sliceNameOverride } = node.meta
  switch (node.type) {
    case 'CHART':
      if (chartId === undefined) return { parts: [], height }
      return { parts: [{ ...box, kind: 'chart', chartId, title: sliceNameOverride || undefined }], height }
    case 'MARKDOWN':
      return { parts: [{ ...box, kind: 'text', text: code }], height }
    case 'HEADER': {
      const size = sizes[node.meta.headerSize as keyof typeof sizes] ?? 'medium'
      return { parts: [{ ...box, kind: 'heading', text, size }], height }
    }
    case 'DIVIDER':
      return { parts: [{ ...box, kind: 'divider' }], height }
    case 'ROW':
      return placeRow(node, active, at)
    case 'COLUMN':
      return placeColumn(node, active, at)
    case 'TABS': {
      const bar = placeTabs(node, active, { x, y, width })
      const head = TABS_HEIGHT + GUTTER_PX
      const inner = stack(openTab(node, active)?.children ?? [], active, { ...at, y: y + head })
      return { parts: [...bar.parts, ...inner.parts], height: head + inner.height }
    }
    default:
      return { parts: [], height: 0 }
  }
}

function placeRow(row: LayoutNode, active: ActiveTabs, at: Place): Filled {
  const tracks = rowTracks(row, at.columns)
  const track = (at.width - GUTTER_PX * (tracks - 1)) / tracks
  const whole = naturalHeight(row)
  let column = 0
  const filled = row.children.map((child): Filled => {
    const span = columnSpan(child, at.columns)
    const x = at.x + column * (track + GUTTER_PX)
    column += span
    return place(child, active, {
      x,
      y: at.y,
      width: span * track + (span - 1) * GUTTER_PX,
      columns: span,
      level: at.level + 1,
      ...(whole !== undefined && isFlush(child, row) && { height: whole }),
    })
  })
  return { parts: filled.flatMap(({ parts }) => parts), height: Math.max(0, ...filled.map(({ height }) => height)) }
}

const isTile = ({ type }: LayoutNode) => type === 'CHART' || type === 'MARKDOWN'

/** A column divides the height of its row among its tiles, in proportion to their own heights. */
function placeColumn(column: LayoutNode, active: ActiveTabs, at: Place): Filled {
  const ownHeight = (tile: LayoutNode) => naturalHeight(tile) ?? 0
  const sum = column.children.filter(isTile).reduce((height, tile) => height + ownHeight(tile), 0)
  const spare = at.height === undefined ? 0 : at.height - (naturalHeight(column) ?? at.height)
  const growth = 1 + Math.max(0, spare) / Math.max(1, sum)
  return stack(column.children, active, at, (node) => (isTile(node) ? ownHeight(node) * growth : undefined))
}

/** Components one below the other, with gaps. `heightOf`: the height of a component that is stretched. */
function stack(
  nodes: readonly LayoutNode[],
  active: ActiveTabs,
  { height: _stretched, ...at }: Place,
  heightOf: (node: LayoutNode) => number | undefined = () => undefined,
): Filled {
  let y = at.y
  const parts: Placed[] = []
  for (const node of nodes) {
    const height = heightOf(node)
    const filled = place(node, active, { ...at, y, level: at.level + 1, ...(height !== undefined && { height }) })
    if (filled.height === 0) continue
    parts.push(...filled.parts)
    y += filled.height + GUTTER_PX
  }
  return { parts, height: Math.max(0, y - at.y - GUTTER_PX) }
}
