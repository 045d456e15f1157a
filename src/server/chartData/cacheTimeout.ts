import type { Dataset } from '../../model/dataset/dataset.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'

interface Fallbacks {
  chartCacheTimeout(chartId: number): Promise<number | null>
  cacheTimeoutS: number
}

/**
 * Seconds for which a result is cached: the setting of the request, else of the chart, the dataset, the database, the
 * installation. 0 counts as unset; a negative value disables caching.
 */
export async function cacheTimeoutS(context: QueryContext, dataset: Dataset, fallbacks: Fallbacks): Promise<number> {
  if (context.custom_cache_timeout) return context.custom_cache_timeout
  const chartId = context.form_data?.slice_id
  const ofChart = typeof chartId === 'number' ? await fallbacks.chartCacheTimeout(chartId) : null
  return ofChart || dataset.cache_timeout || dataset.database.cache_timeout || fallbacks.cacheTimeoutS
}
