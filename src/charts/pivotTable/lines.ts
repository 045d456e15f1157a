import { type PivotNode, type PivotTree, pathOf } from './tree.ts'

/** A visible row or column. */
export interface Line {
  node: PivotNode
  /** null: the metrics are a level of the other side */
  metric: number | null
  /** group: names the lines below it in an outline, and has no values; of the root, it names a metric or the total */
  kind: 'cell' | 'subtotal' | 'total' | 'group'
  /** whether its groups are hidden and it represents them */
  isCollapsed: boolean
}

export interface SideOptions {
  /** number of metrics that are a level of this side; 0: they are on the other side */
  metrics: number
  /** whether the metrics are the innermost level; otherwise the outermost */
  combinesMetrics: boolean
  subtotals: boolean
  /** whether subtotals come before their group */
  subtotalsFirst: boolean
  total: boolean
  /** all levels share one column: a group is a line above its own, with its subtotal or above its metrics */
  isOutline?: boolean
  /** keys of collapsed groups */
  collapsed: ReadonlySet<string>
}

/** The key of a group that can be collapsed. It does not change with new data. */
export const groupKey = (node: PivotNode, metric: number | null): string => JSON.stringify([metric, ...pathOf(node)])

/**
 * The visible rows or columns, in order. A total or subtotal has one line for each metric, and never combines metrics.
 */
export function linesOf(tree: PivotTree, options: SideOptions): Line[] {
  const { metrics, combinesMetrics } = options
  const numbers = Array.from({ length: metrics }, (_, metric) => metric)
  const inner = (node: PivotNode) => (combinesMetrics ? numbers.filter((metric) => node.has[metric]) : [])
  const emit = (node: PivotNode, metric: number | null, kind: Line['kind'], isCollapsed = false): Line[] => {
    if (metrics === 0 || !combinesMetrics) return [{ node, metric, kind, isCollapsed }]
    return inner(node).map((each) => ({ node, metric: each, kind, isCollapsed }))
  }
  const hasHeadings = options.isOutline && metrics > 0
  /** In an outline, the lines of several metrics are below the name of their group. */
  const headed = (node: PivotNode, lines: Line[], isCollapsed = false): Line[] =>
    hasHeadings && combinesMetrics ? [{ node, metric: null, kind: 'group', isCollapsed }, ...lines] : lines
  const below = (node: PivotNode, metric: number | null): Line[] =>
    node.children
      .filter((child) => metric === null || child.has[metric])
      .flatMap((child) => {
        if (child.depth === tree.depth) return headed(child, emit(child, metric, 'cell'))
        if (options.isOutline) {
          const isCollapsed = options.subtotals && options.collapsed.has(groupKey(child, metric))
          const hasOwn = options.subtotals || !(hasHeadings && combinesMetrics)
          const own = hasOwn ? emit(child, metric, options.subtotals ? 'subtotal' : 'group', isCollapsed) : []
          return [...headed(child, own, isCollapsed), ...(isCollapsed ? [] : below(child, metric))]
        }
        if (!options.subtotals) return below(child, metric)
        if (options.collapsed.has(groupKey(child, metric))) return emit(child, metric, 'subtotal', true)
        const subtotal = emit(child, metric, 'subtotal')
        return options.subtotalsFirst ? [...subtotal, ...below(child, metric)] : [...below(child, metric), ...subtotal]
      })
  const whole = (metric: number | null): Line[] => {
    if (tree.depth === 0) return emit(tree.root, metric, metrics === 0 ? 'total' : 'cell')
    const total = options.total ? headed(tree.root, emit(tree.root, metric, 'total')) : []
    const heading: Line[] =
      hasHeadings && metric !== null ? [{ node: tree.root, metric, kind: 'group', isCollapsed: false }] : []
    return [...heading, ...below(tree.root, metric), ...total]
  }
  if (metrics === 0 || combinesMetrics) return whole(null)
  return numbers.filter((metric) => tree.root.has[metric]).flatMap((metric) => whole(metric))
}

/** A header: adjacent lines with equal headers share one cell. */
export interface Header {
  /** its first level, from 0 */
  level: number
  /** number of levels */
  span: number
  id: string
  kind: 'key' | 'metric' | 'subtotal' | 'total'
  /** the group that it names */
  node: PivotNode
  metric: number | null
  /** whether the group can be collapsed, or is collapsed */
  canCollapse: boolean
  isCollapsed: boolean
}

/** The number of levels of the headers of a side; at least one. */
export const levelCount = (tree: PivotTree, { metrics, isOutline }: SideOptions): number =>
  isOutline ? 1 : Math.max(1, tree.depth + (metrics > 0 ? 1 : 0))

/** The headers of a line, from the outermost to the innermost. */
export function headersOf(line: Line, tree: PivotTree, options: SideOptions): Header[] {
  const { node, metric, kind, isCollapsed } = line
  if (options.isOutline) return [outlineHeader(line, tree, options)]
  const isOuter = options.metrics > 0 && !options.combinesMetrics
  const offset = isOuter ? 1 : 0
  const scope = isOuter ? `m${metric}` : ''
  const plain = { node, metric, canCollapse: false, isCollapsed: false }
  const headers: Header[] = isOuter ? [{ ...plain, level: 0, span: 1, id: scope, kind: 'metric' }] : []
  for (const group of ancestors(node)) {
    const isLast = isCollapsed && group === node
    headers.push({
      level: offset + group.depth - 1,
      span: isLast ? tree.depth - group.depth + 1 : 1,
      id: `${scope}k${group.id}`,
      kind: 'key',
      node: group,
      metric: isOuter ? metric : null,
      canCollapse: options.subtotals && group.depth < tree.depth,
      isCollapsed: isLast,
    })
  }
  if (kind !== 'cell' && kind !== 'group' && !isCollapsed && (tree.depth > 0 || options.metrics === 0)) {
    headers.push({
      ...plain,
      level: offset + node.depth,
      span: Math.max(1, tree.depth - node.depth),
      id: `${scope}${kind}${node.id}`,
      kind,
    })
  }
  if (options.metrics > 0 && !isOuter) {
    headers.push({ ...plain, level: tree.depth, span: 1, id: `${kind}${node.id}m${metric}`, kind: 'metric' })
  }
  return headers
}

function outlineHeader({ node, metric, kind, isCollapsed }: Line, tree: PivotTree, options: SideOptions): Header {
  const isMetric = metric !== null && (kind === 'group' ? node === tree.root : options.combinesMetrics)
  const named = isMetric ? 'metric' : node === tree.root ? 'total' : 'key'
  const canCollapse = named === 'key' && options.subtotals && node.depth < tree.depth
  return { level: 0, span: 1, id: `${named}${node.id}m${metric}`, kind: named, node, metric, canCollapse, isCollapsed }
}

/** The steps by which a header of an outline is indented. */
export function indentOf({ kind, node }: Header, { metrics, combinesMetrics, isOutline }: SideOptions): number {
  if (!isOutline) return 0
  if (metrics > 0 && !combinesMetrics) return kind === 'metric' ? 0 : Math.max(1, node.depth)
  return kind === 'metric' ? Math.max(1, node.depth) : Math.max(0, node.depth - 1)
}

/** The groups from the outermost down to this one, without the root. */
function ancestors(node: PivotNode): PivotNode[] {
  const found: PivotNode[] = []
  for (let group = node; group.parent; group = group.parent) found.push(group)
  return found.reverse()
}

/** A header cell of the visible lines. */
export interface HeaderCell extends Header {
  /** the first of its visible lines */
  from: number
  /** number of visible lines */
  lines: number
}

/** The header cells of a range of lines. A group that continues outside of the range is cut at its edges. */
export function headerCells(headers: Header[][], first: number): HeaderCell[] {
  const open = new Map<number, HeaderCell>()
  const cells: HeaderCell[] = []
  for (const [index, own] of headers.entries()) {
    const levels = new Set(own.map(({ level }) => level))
    for (const level of open.keys()) if (!levels.has(level)) open.delete(level)
    for (const header of own) {
      const current = open.get(header.level)
      if (current?.id === header.id && current.span === header.span) current.lines += 1
      else {
        const cell = { ...header, from: first + index, lines: 1 }
        open.set(header.level, cell)
        cells.push(cell)
        // a new group starts new groups below it
        for (const level of open.keys()) if (level > header.level) open.delete(level)
      }
    }
  }
  return cells
}
