import { queryOptions } from '@tanstack/react-query'
import type { ChartData } from '../../../model/chartData.ts'
import { getJson } from '../../api/client.ts'

type RowAnswer = Omit<ChartData, 'columns'> & { data: Record<string, ChartData['columns'][number][number]>[] }

/** The answer of a saved chart, turned from rows to columns. */
export function savedChartDataQuery(chartId: number) {
  return queryOptions({
    queryKey: ['explore', 'data', chartId],
    queryFn: async ({ signal }) => {
      const { result } = await getJson<{ result: RowAnswer[] }>(`/api/v1/chart/${chartId}/data/`, { signal })
      return result.map(toColumns)
    },
  })
}

function toColumns({ data, ...answer }: RowAnswer): ChartData {
  return { ...answer, columns: answer.colnames.map((name) => data.map((row) => row[name] ?? null)) }
}
