import type { AdhocColumn, AdhocMetric, QueryColumn, QueryMetric } from '../../model/query/queryObject.ts'

/** Two dimensions of the contract that are no columns: the legacy time axis, and nothing else so far. */
export const TIMESTAMP_LABEL = '__timestamp'

export const isAdhocColumn = (column: unknown): column is AdhocColumn =>
  typeof column === 'object' && column !== null && 'sqlExpression' in column && !('aggregate' in column)

export const isAdhocMetric = (metric: unknown): metric is AdhocMetric =>
  typeof metric === 'object' && metric !== null && 'expressionType' in metric

export const columnLabel = (column: QueryColumn): string =>
  typeof column === 'string' ? column : column.label || column.sqlExpression

/** A saved metric's name; for adhoc ones the label, else `AGG(column)`, else the SQL text. */
export function metricLabel(metric: QueryMetric): string {
  if (typeof metric === 'string') return metric
  if (metric.label) return metric.label
  if (!isAdhocMetric(metric)) return ''
  if (metric.expressionType === 'SQL') return metric.sqlExpression ?? ''
  return metric.aggregate ? `${metric.aggregate}(${metric.column?.column_name})` : (metric.column?.column_name ?? '')
}
