import { queryOptions } from '@tanstack/react-query'
import type { Activity, ActivityAnswer } from '../../model/wire/activity.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { currentUser } from './bootstrap.ts'
import { getJson } from './client.ts'

export type { Activity }

/** Objects that a user, by default the reader, opened recently, newest first. */
export function recentlyViewedQuery(pageSize: number, userId = currentUser.userId ?? 0) {
  return queryOptions({
    queryKey: ['activity', pageSize, userId],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const q = { actions: ['mount_explorer', 'mount_dashboard'], distinct: true, page: 0, page_size: pageSize }
      const path = `/api/v1/log/recent_activity/${userId}/`
      return (await getJson<ActivityAnswer>(path, { signal, query: { q: formatRison(q) } })).result
    },
  })
}
