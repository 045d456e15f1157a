import type { AdhocColumn, AdhocMetric, QueryColumn, QueryMetric } from '../../../model/query/queryObject.ts'

/** The name under which a metric's values come back. */
export function metricLabel(metric: QueryMetric): string {
  if (typeof metric === 'string') return metric
  if (metric.label) return metric.label
  const adhoc = metric as AdhocMetric
  if (adhoc.expressionType === 'SIMPLE') return `${adhoc.aggregate}(${adhoc.column?.column_name ?? ''})`
  return adhoc.sqlExpression ?? ''
}

/** The name under which a column's values come back. */
export function columnLabel(column: QueryColumn): string {
  if (typeof column === 'string') return column
  return column.label ?? column.sqlExpression
}

export const isAdhocColumn = (column: QueryColumn): column is AdhocColumn => typeof column !== 'string'

/** The first of each label. */
export function uniqueBy<T>(items: T[], label: (item: T) => string): T[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const key = label(item)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
