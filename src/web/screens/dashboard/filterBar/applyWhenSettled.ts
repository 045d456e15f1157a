import { type DataMasks, dirtyFilters, missingRequired } from '../../../../model/dashboard/dashboardState.ts'
import { withDrafts } from '../state/actions.ts'
import type { DashboardStore } from '../state/dashboardStore.ts'

/** Changes within this time, such as ticking several values or typing digits, count as one change. */
const SETTLED_MS = 500

/**
 * Applies changed native filters after a pause in the changes. Changes made before the call are applied at once. While
 * a required filter is empty, nothing is applied. `save` stores each change before it is applied, so that nothing is
 * lost if the page is left in between. Returns a function that stops this.
 */
export function applyWhenSettled(store: DashboardStore, save: (masks: DataMasks) => void): () => void {
  /** The masks that were stored and are not applied yet. */
  let ahead: DataMasks | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  function isWaiting() {
    const { filters, applied, drafts } = store.getState()
    return dirtyFilters(filters, applied, drafts).length > 0 && missingRequired(filters, drafts).length === 0
  }
  function apply() {
    if (!isWaiting()) return
    const masks = withDrafts(store.getState())
    // the same object, so that it is not stored again
    store.setState({ applied: ahead && JSON.stringify(ahead) === JSON.stringify(masks) ? ahead : masks })
  }
  apply()
  const stop = store.subscribe(({ drafts, applied }, before) => {
    if (drafts === before.drafts) return
    clearTimeout(timer)
    timer = setTimeout(apply, SETTLED_MS)
    const wasAhead = ahead !== undefined
    ahead = isWaiting() ? withDrafts(store.getState()) : undefined
    if (ahead || wasAhead) save(ahead ?? applied)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
