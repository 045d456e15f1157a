import type { GenericType } from '../../model/dataset/dataset.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import { postJson, postResponse } from './client.ts'

/** The result of one query in the contract's row encoding. */
export interface ChartDataRows {
  data: Record<string, unknown>[]
  colnames?: string[]
  coltypes?: GenericType[]
  rowcount?: number
  query?: string
  error?: string | null
}

/** Runs a query context. */
export async function postChartData(context: QueryContext, signal?: AbortSignal): Promise<ChartDataRows[]> {
  return (await postJson<{ result: ChartDataRows[] }>('/api/v1/chart/data', context, { signal })).result
}

/** Runs a query context and returns a file (CSV; a ZIP for several queries). */
export async function exportChartData(context: QueryContext): Promise<Blob> {
  return (await postResponse('/api/v1/chart/data', context)).blob()
}
