import type { Dataset } from '../../model/dataset/dataset.ts'
import { isAdhocMetric, metricLabel } from '../../model/query/labels.ts'
import type { QueryMetric } from '../../model/query/queryObject.ts'

/** The labels of the additive metrics, whose values for all groups add up to the value for all rows. */
export const additiveMetrics = (metrics: readonly QueryMetric[], dataset: Pick<Dataset, 'metrics'>): string[] =>
  metrics.filter((metric) => isAdditive(metric, dataset)).map(metricLabel)

function isAdditive(metric: QueryMetric, { metrics }: Pick<Dataset, 'metrics'>): boolean {
  if (isAdhocMetric(metric)) {
    return metric.expressionType === 'SQL'
      ? isSumOrCount(metric.sqlExpression ?? '')
      : /^(sum|count)$/i.test(metric.aggregate ?? '')
  }
  const label = metricLabel(metric)
  return isSumOrCount(metrics.find(({ metric_name }) => metric_name === label)?.expression ?? '')
}

/** One call of SUM or COUNT, without DISTINCT. Everything else counts as not additive. */
function isSumOrCount(sql: string): boolean {
  const [, inside] = /^\s*(?:sum|count)\s*\(([^]*)\)\s*$/i.exec(sql) ?? []
  if (inside === undefined || /^\s*distinct\b/i.test(inside) || /--|\/\*/.test(inside)) return false
  let depth = 0
  for (const sign of inside) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (depth < 0) return false
  }
  return depth === 0
}
