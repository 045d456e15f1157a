import { useEffect, useMemo } from 'react'
import type { DataMasks } from '../../../../model/dashboard/dashboardState.ts'
import { isSignedIn } from '../../../api/bootstrap.ts'
import { saveFilterState } from '../../../api/filterState.ts'
import { type Session, useSession } from './session.ts'

/**
 * Delay in ms after which the initial filter values are stored for the chart builder, so that this happens after
 * drawing.
 */
const KEPT_AFTER_MS = 2000

/**
 * Stores the applied filters on the server and their key in the address, so that a reload or a copied address restores
 * them. Only changes are stored: a dashboard that is only viewed keeps its plain address. Returns a function that
 * stores filters that are about to be applied.
 */
export function useKeepFilters(): (masks: DataMasks) => void {
  const { store, updateUrl } = useSession()
  const save = useMemo(() => filterSaver(store, updateUrl), [store, updateUrl])
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
  useEffect(
    () =>
      store.subscribe(({ applied }, before) => {
        if (applied !== before.applied) save(applied)
      }),
    [store, save],
  )
  return save
}

/** Stores filters in the order of the changes, one after another: the last ones must be stored last. */
function filterSaver(store: Session['store'], updateUrl: Session['updateUrl']): (masks: DataMasks) => void {
  let last = Promise.resolve()
  let newest: DataMasks | undefined
  return (masks) => {
    if (!isSignedIn || newest === masks) return
    newest = masks
    last = last
      .then(() => (newest === masks ? saveFilterState(store.getState().id, masks) : undefined))
      .then((key) => {
        if (key) updateUrl({ nativeFiltersKey: key, nativeFilters: undefined, permalinkKey: undefined })
      })
      // filters work without being stored; the next change tries again
      .catch(() => {
        if (newest === masks) newest = undefined
      })
  }
}
