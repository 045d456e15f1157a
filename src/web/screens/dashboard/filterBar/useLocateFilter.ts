import { useCallback } from 'react'
import { chartNode } from '../../../../model/dashboard/layout.ts'
import { useSession } from '../state/session.ts'
import { showComponent } from '../state/showComponent.ts'
import { useFilterBar } from './filterBarState.ts'

export const filterControlId = (filterId: string) => `filter-${filterId}`

/**
 * Moves to a filter: a native filter gets the focus in the opened bar; for a cross-filter, the page shows the chart
 * that emits it.
 */
export function useLocateFilter(): (id: string) => void {
  const { store } = useSession()
  return useCallback(
    (id) => {
      // the filter is a cross-filter, or a control of a filter box
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

/** Waits until an element that was just shown is rendered. */
function afterPaint(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act))
}
