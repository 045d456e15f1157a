import { useEffect } from 'react'
import { useSession } from '../state/session.ts'
import { applyWhenSettled } from './applyWhenSettled.ts'

/** Applies changed filters without a button. Renders nothing. */
export default function InstantFilters() {
  const { store } = useSession()
  useEffect(() => applyWhenSettled(store), [store])
  return null
}
