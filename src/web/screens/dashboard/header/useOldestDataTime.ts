import { parseUtc } from '../../../ui/RelativeTime.tsx'
import { useDashboard } from '../state/session.ts'

/**
 * Epoch ms of the oldest result on the page; for a cached result, the time when it was cached. Undefined before the
 * first result.
 */
export function useOldestDataTime(): number | undefined {
  return useDashboard(({ runs }) => {
    const times = Object.values(runs).flatMap(({ result, receivedAt }) => {
      const cached = result?.[0]?.is_cached === true ? result[0].cached_dttm : null
      return cached ? [parseUtc(cached).getTime()] : receivedAt === undefined ? [] : [receivedAt]
    })
    return times.length > 0 ? Math.min(...times) : undefined
  })
}
