import { useCallback } from 'react'
import { isCrossFilterId } from '../../../../model/dashboard/dashboardState.ts'
import { chartNode, openTabsAround } from '../../../../model/dashboard/layout.ts'
import { useSession } from '../state/session.ts'
import { useFilterBar } from './filterBarState.ts'

export const filterControlId = (filterId: string) => `filter-${filterId}`

/** How long a located chart stays highlighted. */
const OUTLINE_MS = 1600

/** Goes to a filter: a native filter gets the focus in the opened bar, a cross-filter shows the chart that emits it. */
export function useLocateFilter(): (id: string) => void {
  const { store } = useSession()
  return useCallback(
    (id) => {
      if (!isCrossFilterId(id)) {
        useFilterBar.setState({ isOpen: true, isSheetOpen: true, showsOutOfSight: true })
        afterPaint(() => document.getElementById(filterControlId(id))?.focus())
        return
      }
      const { layout, activeTabs } = store.getState()
      const node = chartNode(layout, Number(id))
      if (!node) return
      store.setState({
        activeTabs: openTabsAround(layout, activeTabs, node.id),
        outlined: new Set([Number(id)]),
      })
      afterPaint(() => document.getElementById(node.id)?.scrollIntoView({ block: 'center' }))
      setTimeout(() => store.setState({ outlined: undefined }), OUTLINE_MS)
    },
    [store],
  )
}

/** An element that was just shown must be rendered before it can be found. */
function afterPaint(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act))
}
