import { queryOptions } from '@tanstack/react-query'
import { formatRison } from '../../model/rison.ts'
import { currentUser } from './bootstrap.ts'
import { getJson } from './client.ts'

export interface Activity {
  action: string
  item_type: 'dashboard' | 'slice'
  item_url: string
  item_title: string
  /** epoch ms */
  time: number
}

/** What the reader opened last, newest first. */
export function recentlyViewedQuery(pageSize: number) {
  return queryOptions({
    queryKey: ['activity', pageSize],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const q = { actions: ['mount_explorer', 'mount_dashboard'], distinct: true, page: 0, page_size: pageSize }
      const path = `/api/v1/log/recent_activity/${currentUser.userId ?? 0}/`
      return (await getJson<{ result: Activity[] }>(path, { signal, query: { q: formatRison(q) } })).result
    },
  })
}
