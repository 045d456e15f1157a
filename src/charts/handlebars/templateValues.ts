import type { ChartData, JsonCell } from '../../model/query/chartData.ts'

type Row = Record<string, JsonCell>

/**
 * The values that a template can reference: the rows as `data`, and the totals of their metrics if they were requested.
 */
export function templateValues(rows: ChartData | undefined, totals: ChartData | undefined): Record<string, unknown> {
  return { data: rowsOf(rows), ...(totals && { totals: rowsOf(totals)[0] ?? {} }) }
}

function rowsOf(data: ChartData | undefined): Row[] {
  if (!data) return []
  const { colnames, columns } = data
  // `__proto__` cannot be assigned as a property, only defined
  const isPlain = !colnames.includes('__proto__')
  return Array.from({ length: columns[0]?.length ?? 0 }, (_, row) => {
    if (!isPlain) return Object.fromEntries(colnames.map((name, at) => [name, columns[at]?.[row] ?? null]))
    const values: Row = {}
    for (let at = 0; at < colnames.length; at += 1) values[colnames[at]!] = columns[at]?.[row] ?? null
    return values
  })
}
