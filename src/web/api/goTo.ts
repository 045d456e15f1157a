import { queryOptions } from '@tanstack/react-query'
import type { ChartItem } from '../../model/chart/chartAnswers.ts'
import type { DashboardItemAnswer } from '../../model/dashboard/dashboardAnswers.ts'
import { type DashboardMetadata, parseMetadata } from '../../model/dashboard/dashboardMetadata.ts'
import type { GoTo } from '../../model/dashboardLinks/goTo.ts'
import type { ItemAnswer } from '../../model/wire/answers.ts'
import { parseObject } from '../../model/wire/json.ts'
import { getJson } from './client.ts'

/** What a click on a mark of a chart can open. */
export type GoToTarget =
  | { kind: 'dashboard'; name: string; url: string; metadata: DashboardMetadata }
  | { kind: 'chart'; name: string; formData: Record<string, unknown> }

/** A target with the data needed to pass filters to it; fails if it is deleted or the user may not see it. */
export function goToQuery({ kind, id }: GoTo) {
  return queryOptions({
    queryKey: ['goTo', kind, id],
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }): Promise<GoToTarget> => {
      if (kind === 'dashboard') {
        const { result } = await getJson<DashboardItemAnswer>(`/api/v1/dashboard/${id}`, { signal })
        const metadata = parseMetadata(result.json_metadata)
        return { kind, name: result.dashboard_title ?? '', url: result.url, metadata }
      }
      const { result } = await getJson<ItemAnswer<Pick<ChartItem, 'slice_name' | 'params'>>>(`/api/v1/chart/${id}`, {
        signal,
      })
      return { kind, name: result.slice_name ?? '', formData: { ...parseObject(result.params), slice_id: id } }
    },
  })
}
