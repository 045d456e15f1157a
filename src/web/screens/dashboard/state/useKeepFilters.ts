import { useEffect } from 'react'
import { isSignedIn } from '../../../api/bootstrap.ts'
import { saveFilterState } from '../../../api/filterState.ts'
import { useSession } from './session.ts'

/** The first values of the filters are stored for the chart builder after the page has been drawn. */
const KEPT_AFTER_MS = 2000

/**
 * Stores the applied filters on the server and their key in the address, so that a reload or a copied address shows the
 * same. Only changes are stored: a dashboard that is only viewed keeps its plain address.
 */
export function useKeepFilters(): void {
  const { store, updateUrl } = useSession()
  useEffect(() => {
    const keep = () =>
      void import('./keepForExplore.ts')
        .then(({ keepForExplore }) => keepForExplore(store.getState()))
        .catch(() => undefined)
    const timer = setTimeout(keep, KEPT_AFTER_MS)
    const stop = store.subscribe((state, before) => {
      if (state.applied !== before.applied) keep()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [store])
  useEffect(() => {
    let last = Promise.resolve()
    return store.subscribe((state, before) => {
      if (state.applied === before.applied || !isSignedIn) return
      const { id, applied } = state
      // one after the other: the last change must be stored last
      last = last
        .then(() => (store.getState().applied === applied ? saveFilterState(id, applied) : undefined))
        .then((key) => {
          if (key) updateUrl({ nativeFiltersKey: key, nativeFilters: undefined, permalinkKey: undefined })
        })
        // filters work without being stored; the next change tries again
        .catch(() => undefined)
    })
  }, [store, updateUrl])
}
