import { dirtyFilters, missingRequired } from '../../../../model/dashboard/dashboardState.ts'
import { applyDrafts } from '../state/actions.ts'
import type { DashboardStore } from '../state/dashboardStore.ts'

/** Several values are ticked, or digits typed, one after the other: they are one change. */
const SETTLED_MS = 500

/**
 * Applies the native filters as soon as nobody changes them any more, what was changed before at once. While a required
 * filter is empty nothing is applied. Returns a function that stops it.
 */
export function applyWhenSettled(store: DashboardStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function apply() {
    const { filters, applied, drafts } = store.getState()
    if (dirtyFilters(filters, applied, drafts).length > 0 && missingRequired(filters, drafts).length === 0)
      applyDrafts(store)
  }
  apply()
  const stop = store.subscribe(({ drafts }, before) => {
    if (drafts === before.drafts) return
    clearTimeout(timer)
    timer = setTimeout(apply, SETTLED_MS)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
