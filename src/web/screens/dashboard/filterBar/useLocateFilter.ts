import { useCallback } from 'react'
import { chartNode } from '../../../../model/dashboard/layout.ts'
import { useSession } from '../state/session.ts'
import { showComponent } from '../state/showComponent.ts'
import { useFilterBar } from './filterBarState.ts'

export const filterControlId = (filterId: string) => `filter-${filterId}`

/** Goes to a filter: a native filter gets the focus in the opened bar, a cross-filter shows the chart that emits it. */
export function useLocateFilter(): (id: string) => void {
  const { store } = useSession()
  return useCallback(
    (id) => {
      // of a cross-filter, or of a control of a filter box
      const chartId = Number.parseInt(id, 10)
      if (Number.isNaN(chartId)) {
        useFilterBar.setState({ isOpen: true, isSheetOpen: true, showsOutOfSight: true })
        afterPaint(() => document.getElementById(filterControlId(id))?.focus())
        return
      }
      const node = chartNode(store.getState().layout, chartId)
      if (node) showComponent(store, node.id)
    },
    [store],
  )
}

/** An element that was just shown must be rendered before it can be found. */
function afterPaint(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act))
}
