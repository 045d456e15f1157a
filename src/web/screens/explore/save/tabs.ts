import {
  addComponent,
  type Component,
  component,
  isComponent,
  moveComponent,
  type NewId,
  newComponent,
  type Position,
} from '../../../../model/dashboardEdit/layoutEdit.ts'

export interface TabChoice {
  id: string
  /** the title of the tab, preceded by the titles of the surrounding tabs */
  label: string
}

/** The tabs of a stored layout in reading order; none if it has no tabs or is invalid. */
export function tabsOf(positionJson: string | null): TabChoice[] {
  const position = parsed(positionJson)
  const tabs: TabChoice[] = []
  const seen = new Set<string>()
  function visit(id: string, around: string[]) {
    const item = component(position, id)
    if (!item || seen.has(id)) return
    seen.add(id)
    const isTab = item.type === 'TAB'
    const path = isTab ? [...around, String(item.meta?.['text'] || item.meta?.['defaultText'] || 'Tab title')] : around
    if (isTab) tabs.push({ id, label: path.join(' / ') })
    for (const child of item.children) visit(child, path)
  }
  visit('ROOT_ID', [])
  return tabs
}

/**
 * The layout with a chart in its own row at the end of a tab; unchanged if that is not possible. A chart that was just
 * added to the dashboard is at its end already: it is moved.
 */
export function withChartOnTab(
  positionJson: string | null,
  tabId: string,
  chart: { id: number; name: string; hasJoined: boolean },
  newId: NewId,
): Position {
  const position = parsed(positionJson)
  const tab = component(position, tabId)
  if (!tab) return position
  const place = { parentId: tabId, index: tab.children.length }
  const placed = Object.values(position).find(
    (value): value is Component => isComponent(value) && value.meta?.['chartId'] === chart.id,
  )
  if (chart.hasJoined && placed) {
    const move = moveComponent(position, placed.id, place, newId)
    return move.ok ? move.value : position
  }
  const item = newComponent('CHART', newId('CHART'), { chartId: chart.id, sliceName: chart.name })
  const edit = addComponent(position, item, place, newId)
  return edit.ok ? edit.value : position
}

function parsed(positionJson: string | null): Position {
  try {
    return (JSON.parse(positionJson ?? '{}') as Position | null) ?? {}
  } catch {
    return {}
  }
}
