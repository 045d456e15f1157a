import type { ChartDataRows, QueryText } from '../../model/query/chartData.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import { postJson, postResponse } from './client.ts'

/** Runs a query context. */
export async function postChartData(context: QueryContext, signal?: AbortSignal): Promise<ChartDataRows[]> {
  return (await postJson<{ result: ChartDataRows[] }>('/api/v1/chart/data', context, { signal, isQuery: true })).result
}

/** The SQL of a query context with the result type `query`, one text per query. */
export async function postQueryTexts(context: QueryContext, signal?: AbortSignal): Promise<QueryText[]> {
  return (await postJson<{ result: QueryText[] }>('/api/v1/chart/data', context, { signal })).result
}

/** Runs a query context and returns a file (CSV; a ZIP for several queries). */
export async function exportChartData(context: QueryContext): Promise<Blob> {
  return (await postResponse('/api/v1/chart/data', context)).blob()
}
