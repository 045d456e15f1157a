import { isAdhocMetric, metricLabel } from '../../model/query/labels.ts'
import type { QueryMetric } from '../../model/query/queryObject.ts'
import { type DimensionContext, datasetColumn, shownColumn, storedColumn } from './dimensions.ts'
import { planFault } from './failure.ts'
import { AGGREGATES, type Aggregate, type Selected } from './tree.ts'

const isAggregate = (name: string): name is Aggregate => Object.hasOwn(AGGREGATES, name)

/** @throws AppError 400 if the dataset has no such metric or column, or the aggregate does not exist */
export function resolveMetric(
  metric: QueryMetric,
  context: Pick<DimensionContext, 'dataset' | 'dialect' | 'zone' | 'calendar'>,
): Selected {
  const { dataset } = context
  const label = metricLabel(metric)
  if (!isAdhocMetric(metric)) {
    const saved = dataset.metrics.find(({ metric_name }) => metric_name === label)
    if (!saved) throw planFault(`Metric '${label}' does not exist`)
    return { label, expression: { kind: 'sql', text: saved.expression, use: 'metric', saved: true } }
  }
  if (metric.expressionType === 'SQL') {
    return { label, expression: { kind: 'sql', text: metric.sqlExpression ?? '', use: 'metric' } }
  }
  const name = metric.column?.column_name ?? ''
  const column = datasetColumn(dataset, name)
  if (!column) throw planFault(`Columns missing in dataset: ['${name}']`)
  const aggregate = metric.aggregate?.toUpperCase() ?? ''
  if (!isAggregate(aggregate)) throw planFault(`Unknown aggregate: ${metric.aggregate}`)
  // the first and the last time are times; others count values
  const of = aggregate === 'MIN' || aggregate === 'MAX' ? shownColumn(column, context) : storedColumn(column)
  return { label, expression: { kind: 'aggregate', aggregate, of } }
}

/** Column names used by metrics, to check that the dataset has all of them. */
export const metricColumns = (metrics: readonly QueryMetric[]): string[] =>
  metrics.flatMap((metric) =>
    isAdhocMetric(metric) && metric.expressionType === 'SIMPLE' && metric.column ? [metric.column.column_name] : [],
  )
