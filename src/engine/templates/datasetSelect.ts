import type { Dataset } from '../../model/dataset/dataset.ts'
import { PLAIN_CALENDAR } from '../../model/time/fiscalCalendar.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { resolveColumn } from '../plan/dimensions.ts'
import { resolveMetric } from '../plan/metrics.ts'
import { sourceOf } from '../plan/plan.ts'
import type { SelectTree } from '../plan/tree.ts'

interface DatasetSelect {
  dataset: Dataset
  dialect: Dialect
  includeMetrics: boolean
  /** null: all columns, including calculated ones. */
  columns: readonly string[] | null
  /** Row rules of the dataset that apply to the reader. */
  rules: readonly string[]
}

/** The SQL that the macro `dataset()` returns: the dataset as a SELECT. */
export function planDatasetSelect({ dataset, dialect, includeMetrics, columns, rules }: DatasetSelect): SelectTree {
  const names = columns ?? dataset.columns.map(({ column_name }) => column_name)
  const context = { dataset, dialect, adhocTypes: new Map(), zone: null, calendar: PLAIN_CALENDAR }
  const dimensions = names.map((name) => resolveColumn(name, context))
  const metrics = includeMetrics ? dataset.metrics.map(({ metric_name }) => resolveMetric(metric_name, context)) : []
  return {
    select: [...dimensions, ...metrics],
    // SQL written by a user surrounds it
    source: { ...sourceOf(dataset, rules), isFenced: rules.length > 0 },
    seriesLimit: null,
    where: [],
    groupBy: includeMetrics ? dimensions.map(({ expression }) => expression) : null,
    having: [],
    orderBy: [],
    limit: null,
    offset: 0,
    countAs: null,
  }
}
