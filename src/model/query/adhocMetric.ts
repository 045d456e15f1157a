import { GenericType } from '../dataset/dataset.ts'
import { defaultMetricLabel } from './labels.ts'
import type { AdhocMetric } from './queryObject.ts'

/** Whether a metric says enough to be run. */
export function isValidAdhocMetric(metric: AdhocMetric): boolean {
  if (metric.expressionType === 'SQL') return Boolean(metric.sqlExpression)
  return Boolean(metric.column?.column_name && metric.aggregate)
}

/** A new label; an empty one means the default again. */
export function withMetricLabel(metric: AdhocMetric, label: string, verboseName?: string | null): AdhocMetric {
  const own = label.trim()
  return own === ''
    ? { ...metric, label: defaultMetricLabel(metric, verboseName), hasCustomLabel: false }
    : { ...metric, label: own, hasCustomLabel: true }
}

/** What a column becomes when it is dropped where a metric belongs. */
export const aggregateFor = (type: GenericType): 'SUM' | 'COUNT_DISTINCT' =>
  type === GenericType.numeric ? 'SUM' : 'COUNT_DISTINCT'
