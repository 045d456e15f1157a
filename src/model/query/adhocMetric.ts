import { GenericType } from '../dataset/dataset.ts'
import { defaultMetricLabel } from './labels.ts'
import type { AdhocMetric } from './queryObject.ts'

/** Whether a metric is complete. */
export function isValidAdhocMetric(metric: AdhocMetric): boolean {
  if (metric.expressionType === 'SQL') return Boolean(metric.sqlExpression)
  return Boolean(metric.column?.column_name && metric.aggregate)
}

/** Sets a label; an empty one restores the default. */
export function withMetricLabel(metric: AdhocMetric, label: string, verboseName?: string | null): AdhocMetric {
  const own = label.trim()
  return own === ''
    ? { ...metric, label: defaultMetricLabel(metric, verboseName), hasCustomLabel: false }
    : { ...metric, label: own, hasCustomLabel: true }
}

/** The aggregate for a column that is dropped on a metric control. */
export const aggregateFor = (type: GenericType): 'SUM' | 'COUNT_DISTINCT' =>
  type === GenericType.numeric ? 'SUM' : 'COUNT_DISTINCT'
