import { useEffect } from 'react'
import type { DataMasks } from '../../../../model/dashboard/dashboardState.ts'
import { useSession } from '../state/session.ts'
import { applyWhenSettled } from './applyWhenSettled.ts'

/** Applies changed filters without a click on Apply. Renders nothing. */
export default function InstantFilters({ save }: { save: (masks: DataMasks) => void }) {
  const { store } = useSession()
  useEffect(() => applyWhenSettled(store, save), [store, save])
  return null
}
