import { expect, it } from 'vitest'
import type { Dataset } from '../../model/dataset/dataset.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import { cacheTimeoutS } from './cacheTimeout.ts'

interface Settings {
  request?: number
  chart?: number
  dataset?: number
  database?: number
}

it.each<[string, Settings, number]>([
  ['of the installation without any other', {}, 300],
  ['of the database', { database: 60 }, 60],
  ['of the dataset before the database', { dataset: 50, database: 60 }, 50],
  ['of the chart before the dataset', { chart: 40, dataset: 50, database: 60 }, 40],
  ['of the request before all', { request: 30, chart: 40, dataset: 50, database: 60 }, 30],
  ['of the database where 0 is set for the dataset', { dataset: 0, database: 60 }, 60],
  ['that disables the cache', { chart: -1, database: 60 }, -1],
])('a result has the timeout %s', async (_, { request, chart, dataset, database }, expected) => {
  const context = { custom_cache_timeout: request, form_data: { slice_id: 7 } } as unknown as QueryContext
  const source = { cache_timeout: dataset ?? null, database: { cache_timeout: database ?? null } } as Dataset
  const reads = { chartCacheTimeout: async () => chart ?? null }
  expect(await cacheTimeoutS(context, source, reads, 300)).toBe(expected)
})
