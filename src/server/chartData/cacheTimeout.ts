import type { Dataset } from '../../model/dataset/dataset.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import type { RequestReads } from './requestReads.ts'

/**
 * Seconds for which a result is cached: the setting of the request, else of the chart, the dataset, the database, the
 * installation. 0 counts as unset; a negative value disables caching.
 */
export async function cacheTimeoutS(
  context: QueryContext,
  dataset: Dataset,
  reads: Pick<RequestReads, 'chartCacheTimeout'>,
  standardS: number,
): Promise<number> {
  if (context.custom_cache_timeout) return context.custom_cache_timeout
  const chartId = context.form_data?.slice_id
  const ofChart = typeof chartId === 'number' ? await reads.chartCacheTimeout(chartId) : null
  return ofChart || dataset.cache_timeout || dataset.database.cache_timeout || standardS
}
