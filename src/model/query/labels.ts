/** The names of columns and metrics in results. Pure. */

import type { AdhocColumn, AdhocMetric, QueryColumn, QueryMetric } from './queryObject.ts'

/** The name of the time column in results of charts that still use the legacy time fields. */
export const TIMESTAMP_LABEL = '__timestamp'

export const isAdhocColumn = (column: unknown): column is AdhocColumn =>
  typeof column === 'object' && column !== null && 'sqlExpression' in column && !('aggregate' in column)

export const isAdhocMetric = (metric: unknown): metric is AdhocMetric =>
  typeof metric === 'object' && metric !== null && 'expressionType' in metric

/** A column's name; for adhoc ones the label, else the SQL text. An empty label counts as none. */
export const columnLabel = (column: QueryColumn): string =>
  typeof column === 'string' ? column : column.label || column.sqlExpression

/** The default label of a metric: `AGG(column)`, with the display name of the column if it has one, or the SQL text. */
export function defaultMetricLabel(metric: AdhocMetric, verboseName?: string | null): string {
  if (metric.expressionType === 'SQL') return metric.sqlExpression ?? ''
  const column = verboseName || metric.column?.column_name || ''
  return metric.aggregate ? `${metric.aggregate}(${column})` : column
}

/**
 * A saved metric's name; for adhoc ones the label, else `AGG(column)`, the column alone if there is no aggregate, or
 * the SQL text. An empty label counts as none.
 */
export function metricLabel(metric: QueryMetric): string {
  if (typeof metric === 'string') return metric
  return metric.label || (isAdhocMetric(metric) ? defaultMetricLabel(metric) : '')
}

/** The first item with each label. */
export function uniqueBy<T>(items: T[], label: (item: T) => string): T[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const key = label(item)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
