import { queryOptions } from '@tanstack/react-query'
import type { DashboardItemAnswer } from '../../model/dashboard/dashboardAnswers.ts'
import { getJson } from './client.ts'

/** A dashboard's layout (JSON text), for its cover and its tabs. */
export function layoutQuery(idOrSlug: string) {
  return queryOptions({
    queryKey: ['dashboards', 'layout', idOrSlug],
    staleTime: 300_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const path = `/api/v1/dashboard/${encodeURIComponent(idOrSlug)}`
      return (await getJson<DashboardItemAnswer>(path, { signal })).result.position_json
    },
  })
}
