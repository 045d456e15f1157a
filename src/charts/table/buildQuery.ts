import { metricLabel, uniqueBy } from '../../model/query/labels.ts'
import type { QueryColumn, QueryMetric, QueryObject } from '../../model/query/queryObject.ts'
import type { BuildQueryInput } from '../shared/contract.ts'
import { buildQueryObject, list } from '../shared/query/buildQueryObject.ts'
import { percentOfColumn } from '../shared/query/postProcessing.ts'
import { baseAxis } from '../shared/query/xAxis.ts'
import type { TableForm } from './formData.ts'

/** The user's choices in a table with server pagination. `currentPage` counts from 0. */
export interface TableOwnState {
  currentPage?: number
  pageSize?: number
}

/**
 * The query of the rows; then, with server pagination, the query of their number; then, if requested, that of the
 * totals. Page size 0 means all rows.
 */
export function buildTableQuery({ formData: form, ownState }: BuildQueryInput<TableForm>): QueryObject[] {
  const base = buildQueryObject(form)
  const query = form.query_mode === 'raw' ? { ...base, post_processing: [] } : aggregateQuery(form, base)
  const page = form.server_pagination ? pageOf(form, (ownState ?? {}) as TableOwnState) : {}
  const counted: QueryObject[] = form.server_pagination
    ? [{ ...query, time_offsets: [], row_limit: 0, row_offset: 0, post_processing: [], is_rowcount: true }]
    : []
  return [{ ...query, ...page }, ...counted, ...totals(form, query)]
}

function aggregateQuery(form: TableForm, base: QueryObject): QueryObject {
  const sortMetric = form.timeseries_limit_metric
  const metrics = list<QueryMetric>(base.metrics)
  const percentMetrics = uniqueBy(form.percent_metrics, metricLabel)
  // a selected sort metric uses the configured direction, the first metric always sorts descending
  const orderby: QueryObject['orderby'] =
    sortMetric !== undefined
      ? [[sortMetric, !form.order_desc]]
      : metrics[0] !== undefined
        ? [[metrics[0], false]]
        : base.orderby
  return {
    ...base,
    columns: base.columns?.map((column) => withTimeGrain(form, base, column)),
    metrics: uniqueBy([...metrics, ...percentMetrics], metricLabel),
    ...(orderby && { orderby }),
    post_processing: percentMetrics.length > 0 ? [percentOfColumn(percentMetrics.map(metricLabel))] : [],
  }
}

function withTimeGrain(form: TableForm, query: QueryObject, column: QueryColumn): QueryColumn {
  const timeGrain = query.extras?.time_grain_sqla
  if (typeof column !== 'string' || !timeGrain || !form.temporal_columns_lookup[column]) return column
  return baseAxis(column, timeGrain)
}

function pageOf(form: TableForm, ownState: TableOwnState) {
  const size = ownState.pageSize ?? form.server_page_length
  return { row_limit: size, row_offset: (ownState.currentPage ?? 0) * size }
}

function totals(form: TableForm, query: QueryObject): QueryObject[] {
  if (!form.show_totals || form.query_mode === 'raw' || !query.metrics?.length) return []
  const { orderby: _unordered, ...rest } = query
  return [{ ...rest, columns: [], row_limit: 0, row_offset: 0, post_processing: [] }]
}
