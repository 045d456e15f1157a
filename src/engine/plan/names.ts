import type { AdhocColumn, AdhocMetric, QueryColumn, QueryMetric } from '../../model/query/queryObject.ts'

/** Dimension names of the contract that are not columns. So far only the legacy time axis. */
export const TIMESTAMP_LABEL = '__timestamp'

export const isAdhocColumn = (column: unknown): column is AdhocColumn =>
  typeof column === 'object' && column !== null && 'sqlExpression' in column && !('aggregate' in column)

export const isAdhocMetric = (metric: unknown): metric is AdhocMetric =>
  typeof metric === 'object' && metric !== null && 'expressionType' in metric

export const columnLabel = (column: QueryColumn): string =>
  typeof column === 'string' ? column : column.label || column.sqlExpression

/** The name of a saved metric. For adhoc metrics the label, else `AGG(column)`, else the SQL text. */
export function metricLabel(metric: QueryMetric): string {
  if (typeof metric === 'string') return metric
  if (metric.label) return metric.label
  if (!isAdhocMetric(metric)) return ''
  if (metric.expressionType === 'SQL') return metric.sqlExpression ?? ''
  return metric.aggregate ? `${metric.aggregate}(${metric.column?.column_name})` : (metric.column?.column_name ?? '')
}
