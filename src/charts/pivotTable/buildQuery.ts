import type { QueryColumn, QueryObject } from '../../model/query/queryObject.ts'
import type { BuildQueryInput } from '../shared/contract.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'
import { baseAxis } from '../shared/query/xAxis.ts'
import type { PivotForm } from './formData.ts'
import { levelColumns, sidesOf, totalLevels } from './levels.ts'

/** The query for the cells, then one query for each level of totals. Totals have no limits. */
export function buildPivotQuery({ formData: form }: BuildQueryInput<PivotForm>): QueryObject[] {
  const base = buildQueryObject(form)
  const grouped = (columns: QueryColumn[]) => columns.map((column) => withTimeGrain(form, base, column))
  const { rows, columns } = sidesOf(form)
  const sortMetric = base.series_limit_metric ?? base.metrics?.[0]
  const query: QueryObject = {
    ...base,
    columns: grouped(levelColumns(form, { rows: rows.length, columns: columns.length })),
    ...(sortMetric !== undefined && { orderby: [[sortMetric, !base.order_desc]] }),
  }
  const { orderby: _unordered, series_limit_metric: _unsorted, ...unlimited } = query
  const totals = query.metrics?.length ? totalLevels(form) : []
  return [
    query,
    ...totals.map((level) => ({
      ...unlimited,
      columns: grouped(levelColumns(form, level)),
      row_limit: 0,
      row_offset: 0,
      series_limit: 0,
    })),
  ]
}

function withTimeGrain(form: PivotForm, query: QueryObject, column: QueryColumn): QueryColumn {
  const timeGrain = query.extras?.time_grain_sqla
  if (typeof column !== 'string' || !timeGrain || !form.temporal_columns_lookup[column]) return column
  return baseAxis(column, timeGrain)
}
