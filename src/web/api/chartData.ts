import type { GenericType } from '../../model/dataset/dataset.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import { postJson, postResponse } from './client.ts'

/** One query's answer in the contract's row encoding. */
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

/** Runs a query context for a file (CSV; a ZIP of them for several queries). */
export async function exportChartData(context: QueryContext): Promise<Blob> {
  return (await postResponse('/api/v1/chart/data', context)).blob()
}
