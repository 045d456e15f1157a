import { isRecord } from '../wire/json.ts'

/**
 * A dashboard's layout: the stored map of components (`position_json`) as a tree. Reading is tolerant, because the map
 * comes from many releases and from manually written bundles: components that cannot be reached from the root do not
 * exist, references to missing components are ignored, and `parents` are computed, never trusted.
 */

const ROOT_ID = 'ROOT_ID'
export const GRID_ID = 'GRID_ID'
export const COLUMNS = 12
/** Chart and text heights are stored in units of this many pixels. */
export const HEIGHT_UNIT_PX = 8
export const GUTTER_PX = 12

const TYPES = [
  'ROOT',
  'GRID',
  'TABS',
  'TAB',
  'ROW',
  'COLUMN',
  'CHART',
  'HEADER',
  'DIVIDER',
  'MARKDOWN',
  'DYNAMIC',
] as const
export type LayoutType = (typeof TYPES)[number]

export interface LayoutMeta {
  /** in columns */
  width?: number
  /** in units of HEIGHT_UNIT_PX */
  height?: number
  text?: string
  headerSize?: string
  background?: string
  /** markdown source */
  code?: string
  chartId?: number
  uuid?: string
  sliceName?: string
  sliceNameOverride?: string
  /** of an extension's component */
  componentKey?: string
  /** as stored; `goTo.ts` reads it */
  goTo?: unknown
}

export interface LayoutNode {
  id: string
  type: LayoutType
  meta: LayoutMeta
  children: LayoutNode[]
  /** ids from the root down to the direct parent */
  parents: string[]
}

export interface Layout {
  root: LayoutNode
  byId: Map<string, LayoutNode>
}

/** The id of the open tab of every tabs component. */
export type ActiveTabs = Record<string, string>

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const positive = (value: unknown) => {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : undefined
}

function readMeta(value: unknown): LayoutMeta {
  if (!isRecord(value)) return {}
  return {
    width: positive(value['width']),
    height: positive(value['height']),
    text: text(value['text']) ?? text(value['defaultText']),
    headerSize: text(value['headerSize']),
    background: text(value['background']),
    code: text(value['code']),
    chartId: positive(value['chartId']),
    uuid: text(value['uuid']),
    sliceName: text(value['sliceName']),
    sliceNameOverride: text(value['sliceNameOverride']),
    componentKey: text(value['componentKey']),
    goTo: value['goTo'],
  }
}

const typeOf = (value: unknown): LayoutType | undefined => {
  const upper = typeof value === 'string' ? value.toUpperCase() : ''
  return TYPES.find((type) => type === upper)
}

function emptyNode(id: string, type: LayoutType, parents: string[]): LayoutNode {
  return { id, type, meta: {}, children: [], parents }
}

/** Maximum depth of a layout, because pages are rendered recursively. Nested tabs in columns have about ten levels. */
const MOST_LEVELS = 50

/**
 * Reads `position_json` (text or parsed). Charts in `chartIds` without a place (a chart saved to the dashboard from
 * explore) are appended in rows of three, as in the contract's front end. If a component is reached twice (also in a
 * cycle), only its first place counts. Components below the maximum depth are dropped.
 */
export function parseLayout(position: unknown, chartIds: number[] = []): Layout {
  const map = parsePosition(position)
  const byId = new Map<string, LayoutNode>()

  const visit = (id: string, parents: string[]): LayoutNode | undefined => {
    const stored = map[id]
    if (byId.has(id) || !isRecord(stored) || parents.length >= MOST_LEVELS) return undefined
    const type = typeOf(stored['type'])
    if (!type) return undefined
    const node: LayoutNode = { id, type, meta: readMeta(stored['meta']), children: [], parents }
    byId.set(id, node)
    const children = Array.isArray(stored['children']) ? stored['children'] : []
    for (const childId of children) {
      const child = typeof childId === 'string' ? visit(childId, [...parents, id]) : undefined
      if (child) node.children.push(child)
    }
    return node
  }

  let root = visit(ROOT_ID, [])
  if (!root) {
    root = emptyNode(ROOT_ID, 'ROOT', [])
    byId.set(ROOT_ID, root)
  }
  if (root.children.length === 0) {
    const grid = visit(GRID_ID, [ROOT_ID]) ?? emptyNode(GRID_ID, 'GRID', [ROOT_ID])
    byId.set(grid.id, grid)
    root.children.push(grid)
  }
  const layout = { root, byId }
  appendUnplaced(layout, chartIds)
  return layout
}

function parsePosition(position: unknown): Record<string, unknown> {
  if (typeof position !== 'string') return isRecord(position) ? position : {}
  try {
    const parsed: unknown = JSON.parse(position)
    return isRecord(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

const UNPLACED_WIDTH = 4
const UNPLACED_HEIGHT = 50

function appendUnplaced(layout: Layout, chartIds: number[]): void {
  const placed = new Set(chartsIn(layout.root))
  const missing = [...new Set(chartIds)].filter((id) => !placed.has(id))
  if (missing.length === 0) return
  const top = layout.root.children[0]
  const home = top?.type === 'TABS' ? (top.children[0] ?? layout.root) : (top ?? layout.root)
  const perRow = COLUMNS / UNPLACED_WIDTH
  for (let start = 0; start < missing.length; start += perRow) {
    const row = emptyNode(`ROW-unplaced-${start / perRow}`, 'ROW', [...home.parents, home.id])
    for (const chartId of missing.slice(start, start + perRow)) {
      const chart = emptyNode(`CHART-unplaced-${chartId}`, 'CHART', [...row.parents, row.id])
      chart.meta = { chartId, width: UNPLACED_WIDTH, height: UNPLACED_HEIGHT }
      row.children.push(chart)
      layout.byId.set(chart.id, chart)
    }
    home.children.push(row)
    layout.byId.set(row.id, row)
  }
}

/** Every node of a subtree, parents before children, in reading order. */
export function* walk(node: LayoutNode): Generator<LayoutNode> {
  yield node
  for (const child of node.children) yield* walk(child)
}

/** A layout is never changed: an edit makes a new one. */
const chartNodesOf = new WeakMap<Layout, readonly LayoutNode[]>()

/** The places of charts in reading order; a chart may have several. */
export function chartNodes(layout: Layout): readonly LayoutNode[] {
  const known = chartNodesOf.get(layout)
  if (known) return known
  const found = [...walk(layout.root)].filter(({ type, meta }) => type === 'CHART' && meta.chartId !== undefined)
  chartNodesOf.set(layout, found)
  return found
}

/** Ids of the charts below a node in reading order, each once. */
export function chartsIn(node: LayoutNode): number[] {
  const ids = new Set<number>()
  for (const { type, meta } of walk(node)) if (type === 'CHART' && meta.chartId !== undefined) ids.add(meta.chartId)
  return [...ids]
}

/** The top-level tabs, which the page shows above the grid; undefined for a dashboard without them. */
export function topLevelTabs(layout: Layout): LayoutNode | undefined {
  const first = layout.root.children[0]
  return first?.type === 'TABS' ? first : undefined
}

export const hasTabs = (layout: Layout) => [...layout.byId.values()].some((node) => node.type === 'TAB')

/** The first tab of each tabs component. */
export function defaultActiveTabs(layout: Layout): ActiveTabs {
  const active: ActiveTabs = {}
  for (const node of layout.byId.values()) {
    const first = node.children.find((child) => child.type === 'TAB')
    if (node.type === 'TABS' && first) active[node.id] = first.id
  }
  return active
}

/** Opens every tab that contains a component, and the component itself if it is a tab. Unknown id: no change. */
export function openTabsAround(layout: Layout, active: ActiveTabs, id: string): ActiveTabs {
  const node = layout.byId.get(id)
  if (!node) return active
  const opened = { ...active }
  const path = [...node.parents, node.id]
  path.forEach((step, index) => {
    const parent = path[index - 1]
    if (parent && layout.byId.get(step)?.type === 'TAB') opened[parent] = step
  })
  return opened
}

/** Opens each of these tabs (a permalink's `activeTabs`); ids that are not tabs are ignored. */
export function openTabs(layout: Layout, active: ActiveTabs, tabIds: string[]): ActiveTabs {
  return tabIds.reduce((opened, id) => {
    const node = layout.byId.get(id)
    const parent = node?.parents.at(-1)
    return node?.type === 'TAB' && parent ? { ...opened, [parent]: id } : opened
  }, active)
}

/** Whether all tabs that contain a node are open. */
export function isOnOpenTab(layout: Layout, active: ActiveTabs, node: LayoutNode): boolean {
  const path = [...node.parents, node.id]
  return path.every((step, index) => {
    if (layout.byId.get(step)?.type !== 'TAB') return true
    const parent = path[index - 1]
    return parent === undefined || active[parent] === step
  })
}

/** Charts on open tabs, in reading order. */
export function openCharts(layout: Layout, active: ActiveTabs): number[] {
  const ids = new Set<number>()
  for (const node of walk(layout.root)) {
    if (node.type !== 'CHART' || node.meta.chartId === undefined) continue
    if (isOnOpenTab(layout, active, node)) ids.add(node.meta.chartId)
  }
  return [...ids]
}

export function chartNode(layout: Layout, chartId: number): LayoutNode | undefined {
  for (const node of layout.byId.values()) if (node.type === 'CHART' && node.meta.chartId === chartId) return node
  return undefined
}

const DEFAULT_WIDTH = 4
const DEFAULT_HEIGHT = 50
const HEADER_HEIGHT_PX: Record<string, number> = { SMALL_HEADER: 28, MEDIUM_HEADER: 36, LARGE_HEADER: 44 }
const DIVIDER_HEIGHT_PX = 17

/** How many of the `available` columns a node takes. Full-width types take all. */
export function columnSpan(node: LayoutNode, available: number): number {
  if (node.type === 'CHART' || node.type === 'MARKDOWN' || node.type === 'COLUMN') {
    return Math.min(Math.max(1, Math.round(node.meta.width ?? DEFAULT_WIDTH)), available)
  }
  return available
}

/** The grid tracks of a row: its columns, or more if its children overflow it (they then shrink). */
export function rowTracks(row: LayoutNode, available: number): number {
  return Math.max(
    available,
    row.children.reduce((sum, child) => sum + columnSpan(child, available), 0),
  )
}

/** The height of a node in pixels; undefined if it depends on its content (tabs). */
export function naturalHeight(node: LayoutNode): number | undefined {
  switch (node.type) {
    case 'CHART':
    case 'MARKDOWN':
    case 'DYNAMIC':
      return (node.meta.height ?? DEFAULT_HEIGHT) * HEIGHT_UNIT_PX
    case 'HEADER':
      return HEADER_HEIGHT_PX[node.meta.headerSize ?? 'MEDIUM_HEADER'] ?? HEADER_HEIGHT_PX['MEDIUM_HEADER']
    case 'DIVIDER':
      return DIVIDER_HEIGHT_PX
    case 'ROW': {
      const heights = node.children.map(naturalHeight)
      return heights.some((height) => height === undefined) ? undefined : Math.max(0, ...heights.map((h) => h ?? 0))
    }
    case 'COLUMN': {
      const heights = node.children.map(naturalHeight)
      if (heights.some((height) => height === undefined)) return undefined
      return heights.reduce<number>((sum, h) => sum + (h ?? 0), 0) + GUTTER_PX * Math.max(0, heights.length - 1)
    }
    default:
      return undefined
  }
}

/**
 * A child with at least this share of the height of its row is drawn with the height of the row: in most rows, saved
 * heights differ by a few units.
 */
const FLUSH_RATIO = 0.8

/** Whether a row's child is stretched to the height of the row. */
export function isFlush(child: LayoutNode, row: LayoutNode): boolean {
  const [own, whole] = [naturalHeight(child), naturalHeight(row)]
  return own !== undefined && whole !== undefined && own >= whole * FLUSH_RATIO
}
