import type { Dataset } from '../../model/dataset/dataset.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'

interface Fallbacks {
  chartCacheTimeout(chartId: number): Promise<number | null>
  cacheTimeoutS: number
}

/**
 * Seconds for which an answer is kept: what the request says, else the chart, the dataset, the database, the
 * installation. 0 counts as unset; negative means that nothing is kept.
 */
export async function cacheTimeoutS(context: QueryContext, dataset: Dataset, fallbacks: Fallbacks): Promise<number> {
  if (context.custom_cache_timeout) return context.custom_cache_timeout
  const chartId = context.form_data?.slice_id
  const ofChart = typeof chartId === 'number' ? await fallbacks.chartCacheTimeout(chartId) : null
  return ofChart || dataset.cache_timeout || dataset.database.cache_timeout || fallbacks.cacheTimeoutS
}
