import { type ColorDeal, createColorDeal } from '../../../../charts/shared/color/deal.ts'
import { chartsIn } from '../../../../model/dashboard/layout.ts'
import { heldCharts } from './chartLoader.ts'
import type { DashboardState, DashboardStore } from './dashboardStore.ts'

/**
 * The colors of a dashboard's labels, assigned in layout order: the colors of a chart are corrected once, when all
 * charts before it have loaded. Colors that the user has seen do not change while filtering, nor do the saved colors of
 * the dashboard while its color scheme is the same.
 */
export function dashboardColors(store: DashboardStore): ColorDeal {
  let isScheduled = false
  const colors = createColorDeal(schedule, store.getState().metadata.sharedColors)

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    // charts that arrived together are drawn by then
    setTimeout(() => {
      isScheduled = false
      settle(store.getState())
    })
  }

  /** Assigns colors to the charts that do not wait for an earlier chart; returns whether those are all charts. */
  function settle(state: DashboardState): boolean {
    const order = chartsIn(state.layout.root)
    const held = heldCharts(state)
    const awaited = order.findIndex((id) => held.has(id) || state.runs[id]?.phase === 'loading')
    colors.deal(order, awaited < 0 ? order.length : awaited)
    return awaited < 0
  }

  store.subscribe((state, before) => {
    const isAskedAnew =
      state.applied !== before.applied || state.ownStates !== before.ownStates || state.refreshes !== before.refreshes
    if (isAskedAnew && settle(before)) colors.fix()
    if (state.runs !== before.runs) schedule()
  })
  return colors
}
