import { useEffect } from 'react'
import { useText } from '../../../ui/text.ts'
import { useDashboard, useSession } from '../state/session.ts'

/** Refreshes the charts at the selected interval. The code for this is loaded only if an interval is set. */
export function useAutoRefresh(): void {
  const t = useText()
  const session = useSession()
  const seconds = useDashboard((state) => state.refreshFrequency)
  useEffect(() => {
    if (seconds <= 0) return
    const stop = new AbortController()
    // if the code cannot be loaded, nothing is refreshed until another interval is selected
    import('./autoRefresh.ts').then(
      ({ autoRefresh }) => autoRefresh(session, seconds, t, stop.signal),
      () => undefined,
    )
    return () => stop.abort()
  }, [seconds, session, t])
}
