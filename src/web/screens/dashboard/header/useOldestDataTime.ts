import { parseUtc } from '../../../ui/RelativeTime.tsx'
import { useDashboard } from '../state/session.ts'

/** Epoch ms of the oldest answer on the page, by the cache's clock where it came from there; undefined before the first. */
export function useOldestDataTime(): number | undefined {
  return useDashboard(({ runs }) => {
    const times = Object.values(runs).flatMap(({ result, receivedAt }) => {
      const cached = result?.[0]?.is_cached === true ? result[0].cached_dttm : null
      return cached ? [parseUtc(cached).getTime()] : receivedAt === undefined ? [] : [receivedAt]
    })
    return times.length > 0 ? Math.min(...times) : undefined
  })
}
