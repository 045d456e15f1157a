import type { ChartData, JsonCell } from '../../model/query/chartData.ts'

type Row = Record<string, JsonCell>

/** What a template can name: the rows as `data`, and the totals of their metrics if they were requested. */
export function templateValues(rows: ChartData | undefined, totals: ChartData | undefined): Record<string, unknown> {
  return { data: rowsOf(rows), ...(totals && { totals: rowsOf(totals)[0] ?? {} }) }
}

function rowsOf(data: ChartData | undefined): Row[] {
  if (!data) return []
  const { colnames, columns } = data
  return Array.from({ length: columns[0]?.length ?? 0 }, (_, row) =>
    Object.fromEntries(colnames.map((name, at) => [name, columns[at]?.[row] ?? null])),
  )
}
