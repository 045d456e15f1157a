import { openTabsAround } from '../../../../model/dashboard/layout.ts'
import type { DashboardStore } from './dashboardStore.ts'

/** Time in ms for which the target component stays marked. */
const MARK_MS = 1600
/** Maximum time in ms to wait for the contents of a tab. */
const PATIENCE_MS = 2000

/** Opens the tabs that contain a component, scrolls to it and marks it for a moment. An unknown id does nothing. */
export function showComponent(store: DashboardStore, id: string): void {
  const { layout, activeTabs } = store.getState()
  const node = layout.byId.get(id)
  if (!node) return
  store.setState({ activeTabs: openTabsAround(layout, activeTabs, id) })
  // a tab needs no scrolling: opening it is enough
  if (node.type === 'TAB' || node.type === 'TABS') return
  const until = performance.now() + PATIENCE_MS
  let isFirst = true
  function look(): void {
    const element = document.getElementById(id)
    // the first frame only shows the tab, which starts at its top
    if (!isFirst && element) {
      element.scrollIntoView({ block: 'center' })
      const outline = (color: string) => ({ outline: `2px solid ${color}`, outlineOffset: '-2px' })
      const accent = getComputedStyle(element).getPropertyValue('--accent')
      element.animate?.([outline(accent), outline(accent), outline('transparent')], MARK_MS)
    } else if (performance.now() < until) {
      isFirst = false
      requestAnimationFrame(look)
    }
  }
  requestAnimationFrame(look)
}
