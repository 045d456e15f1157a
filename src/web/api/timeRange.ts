import { queryOptions } from '@tanstack/react-query'
import type { TimeRangeAnswer } from '../../model/query/chartData.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { getJson } from './client.ts'

export interface ActualTimeRange {
  /** ISO text without time zone; null is unbounded */
  since: string | null
  until: string | null
}

/**
 * The current meaning of a time range text in a time zone (by default that of the reader) and by the calendar of a
 * dataset (by default that of the workspace), as resolved by the server.
 */
export function timeRangeQuery(text: string, zone?: string, datasetId?: number) {
  return queryOptions({
    queryKey: ['timeRange', text, zone, datasetId],
    queryFn: async ({ signal }) => {
      const { result } = await getJson<TimeRangeAnswer>('/api/v1/time_range/', {
        signal,
        query: { q: formatRison(text), time_zone: zone, dataset_id: datasetId },
      })
      return { since: result.since || null, until: result.until || null } satisfies ActualTimeRange
    },
    retry: false,
    staleTime: 60_000,
  })
}
