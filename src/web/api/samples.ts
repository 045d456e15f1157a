import type { ChartData, SamplesAnswer } from '../../model/query/chartData.ts'
import type { QueryObject } from '../../model/query/queryObject.ts'
import { postJson } from './client.ts'

export interface SamplePage {
  data: ChartData
  /** number of rows on all pages */
  total: number
}

interface Paging {
  page: number
  perPage: number
  /** bypasses the cache */
  force?: boolean
}

/** A page of the raw rows of a dataset, with the filters of `query`. */
export async function loadSamplePage(
  datasetId: number,
  query: Pick<QueryObject, 'filters' | 'granularity' | 'time_range' | 'extras'>,
  { page, perPage, force = false }: Paging,
  signal: AbortSignal,
): Promise<SamplePage> {
  const { result } = await postJson<SamplesAnswer>('/datasource/samples', query, {
    signal,
    query: { datasource_type: 'table', datasource_id: datasetId, force, per_page: perPage, page },
  })
  const { data, total_count: total, ...answer } = result
  return { total, data: { ...answer, columns: answer.colnames.map((name) => data.map((row) => row[name] ?? null)) } }
}
