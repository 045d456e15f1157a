import { type ActiveTabs, GUTTER_PX, type Layout, type LayoutNode, naturalHeight } from './layout.ts'

/** Height of a row of tabs. */
const TABS_PX = 40

/**
 * Charts whose tiles begin within `heightPx` of the top of the layout, in reading order. Computed from the saved
 * heights, before anything is drawn.
 */
export function firstCharts({ root }: Layout, active: ActiveTabs, heightPx: number): number[] {
  const ids = new Set<number>()
  /** Adds the charts of components that are stacked from `top` downwards; returns where the next component starts. */
  function stack(nodes: readonly LayoutNode[], top: number): number {
    return nodes.reduce((at, node) => Math.max(at, place(node, at) + GUTTER_PX), top)
  }
  function place(node: LayoutNode, top: number): number {
    if (top >= heightPx) return top
    const { type, meta, children } = node
    if (type === 'CHART' && meta.chartId !== undefined) ids.add(meta.chartId)
    if (type === 'ROW') return Math.max(top, ...children.map((child) => place(child, top)))
    if (type === 'TABS')
      return stack(
        children.filter(({ id }) => active[node.id] === id),
        top + TABS_PX,
      )
    if (children.length > 0) return stack(children, top)
    return top + (naturalHeight(node) ?? 0)
  }
  stack(root.children, 0)
  return [...ids]
}
