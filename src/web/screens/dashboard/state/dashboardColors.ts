import { type ColorDeal, createColorDeal } from '../../../../charts/shared/color/deal.ts'
import { chartsIn } from '../../../../model/dashboard/layout.ts'
import { heldCharts } from './chartLoader.ts'
import type { DashboardState, DashboardStore } from './dashboardStore.ts'

/**
 * The colours of a dashboard's labels, dealt in the order of its layout: a chart's are put right, once, as soon as all
 * charts before it are there. What readers saw stays as it is while they filter, and what the dashboard was saved with
 * as long as it has its scheme.
 */
export function dashboardColors(store: DashboardStore): ColorDeal {
  let isScheduled = false
  const colors = createColorDeal(schedule, store.getState().metadata.sharedColors)

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    // charts that came together have been drawn by then
    setTimeout(() => {
      isScheduled = false
      settle(store.getState())
    })
  }

  /** Deals to the charts that await nothing above them; whether those are all. */
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
