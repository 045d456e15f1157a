import { type ActiveTabs, chartNodes, chartsIn, hasTabs, isOnOpenTab, type Layout, walk } from './layout.ts'

/** The components below which a filter applies, without the excluded charts. */
export interface Scope {
  rootPath: string[]
  excluded: number[]
}

export const wholeDashboard: Scope = { rootPath: ['ROOT_ID'], excluded: [] }

const numbers = (value: unknown) =>
  (Array.isArray(value) ? value : []).map(Number).filter((number) => Number.isInteger(number))

/** Reads a stored scope; an invalid one means the whole dashboard. */
export function parseScope(value: unknown): Scope {
  if (typeof value !== 'object' || value === null) return wholeDashboard
  const { rootPath, excluded } = value as { rootPath?: unknown; excluded?: unknown }
  return {
    rootPath: Array.isArray(rootPath) ? rootPath.filter((id) => typeof id === 'string') : wholeDashboard.rootPath,
    excluded: numbers(excluded),
  }
}

/**
 * Charts in a scope, in reading order. Saved `chartsInScope` lists are never used: imported ones contain ids of other
 * installations, and layouts change after a filter was saved.
 */
export function chartsInScope(layout: Layout, scope: Scope): number[] {
  const excluded = new Set(scope.excluded)
  const reached = new Set<number>()
  const roots = new Set(scope.rootPath)
  for (const { id, parents, meta } of chartNodes(layout)) {
    if (meta.chartId === undefined || excluded.has(meta.chartId)) continue
    if (roots.has(id) || parents.some((parent) => roots.has(parent))) reached.add(meta.chartId)
  }
  return [...reached]
}

/** Whether a scope includes a chart on an open tab. On a dashboard without tabs everything counts as open. */
export function isInSight(layout: Layout, active: ActiveTabs, scope: Scope): boolean {
  if (!hasTabs(layout)) return true
  const reached = new Set(chartsInScope(layout, scope))
  return chartNodes(layout).some(
    (node) => node.meta.chartId !== undefined && reached.has(node.meta.chartId) && isOnOpenTab(layout, active, node),
  )
}

/** For "Scope" cards: titles of the smallest set of components that describes a scope. */
export function scopeTabs(layout: Layout, scope: Scope): { tabs: string[]; charts: number[]; isAll: boolean } {
  const reached = new Set(chartsInScope(layout, scope))
  const all = chartsIn(layout.root)
  if (all.every((id) => reached.has(id))) return { tabs: [], charts: [], isAll: true }
  const tabs: string[] = []
  const covered = new Set<number>()
  for (const node of walk(layout.root)) {
    if (node.type !== 'TAB') continue
    const inside = chartsIn(node)
    if (inside.length === 0 || !inside.every((id) => reached.has(id)) || inside.every((id) => covered.has(id))) continue
    tabs.push(node.meta.text ?? '')
    for (const id of inside) covered.add(id)
  }
  return { tabs, charts: [...reached].filter((id) => !covered.has(id)), isAll: false }
}
