import { columnLabel, metricLabel, uniqueBy } from '../../../model/query/labels.ts'
import type { QueryColumn, QueryFilter, QueryMetric, QueryObject } from '../../../model/query/queryObject.ts'
import { buildQueryObject } from '../query/buildQueryObject.ts'

interface Parts {
  /** columns with places: rows where one is empty are left out, unless the form says otherwise */
  places: string[]
  columns?: (QueryColumn | undefined)[]
  metrics?: (QueryMetric | undefined)[]
}

/** The query of a map layer: groups with metrics, or plain rows if it has none. */
export function mapQuery(
  form: Record<string, unknown> & { filter_nulls: boolean; js_columns: QueryColumn[] },
  { places, columns = [], metrics = [] }: Parts,
): QueryObject {
  const { metrics: _metrics, columns: _columns, ...query } = buildQueryObject(form)
  const isGiven = <T>(value: T | undefined): value is T => value !== undefined
  const wanted = uniqueBy(metrics.filter(isGiven), metricLabel)
  const nulls = form.filter_nulls ? [...new Set(places)].map((col): QueryFilter => ({ col, op: 'IS NOT NULL' })) : []
  return {
    ...query,
    columns: uniqueBy([...places, ...columns.filter(isGiven), ...form.js_columns], columnLabel),
    ...(wanted.length > 0 && { metrics: wanted }),
    filters: [...(query.filters ?? []), ...nulls],
  }
}
