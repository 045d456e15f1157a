import type { z } from 'zod'
import { metricLabel, uniqueBy } from '../../model/query/labels.ts'
import type { QueryMetric, QueryObject } from '../../model/query/queryObject.ts'
import { type BuildQueryInput, defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject, list } from '../shared/query/buildQueryObject.ts'
import { outerOrder } from '../shared/query/outerOrder.ts'
import { percentOfColumn } from '../shared/query/postProcessing.ts'
import { defaultTemplate } from './defaultTemplate.ts'

const fields = field.formDataSchema({
  query_mode: field.oneOf([null, 'aggregate', 'raw'], null),
  groupby: field.columns(),
  metrics: field.metrics(),
  all_columns: field.columns(),
  percent_metrics: field.metrics(),
  adhoc_filters: field.adhocFilters(),
  timeseries_limit_metric: field.metric(),
  server_pagination: field.flag(false),
  row_limit: field.rowLimit(10_000),
  server_page_length: field.number(10),
  order_desc: field.flag(true),
  show_totals: field.flag(false),
  handlebarsTemplate: field.text(defaultTemplate),
  styleTemplate: field.text(''),
})

/** If no mode was saved, selected raw columns mean raw records. */
const formData = fields.transform((form) => ({
  ...form,
  query_mode: form.query_mode ?? (form.all_columns.length > 0 ? ('raw' as const) : ('aggregate' as const)),
}))

export type HandlebarsForm = z.output<typeof formData>

/** The query of the rows; then, with server pagination, of the row count; then, if requested, of the totals. */
function buildQuery({ formData: form, ownState }: BuildQueryInput<HandlebarsForm>): QueryObject[] {
  const query = rowsQuery(form)
  const page = Number(ownState?.currentPage ?? 0)
  const size = form.server_page_length
  if (!form.server_pagination) return [query, ...totals(form, query)]
  return [
    { ...query, row_limit: size, row_offset: page * size },
    { ...query, row_limit: 0, row_offset: 0, post_processing: [], is_rowcount: true },
    ...totals(form, query),
  ]
}

function rowsQuery(form: HandlebarsForm): QueryObject {
  const base = buildQueryObject(form)
  const ordered = { ...base, orderby: outerOrder(base) }
  if (form.query_mode === 'raw' || form.percent_metrics.length === 0) return ordered
  const percentMetrics = uniqueBy(form.percent_metrics, metricLabel)
  return {
    ...ordered,
    metrics: uniqueBy([...list<QueryMetric>(base.metrics), ...percentMetrics], metricLabel),
    post_processing: [percentOfColumn(percentMetrics.map(metricLabel))],
  }
}

function totals(form: HandlebarsForm, query: QueryObject): QueryObject[] {
  if (!form.show_totals || form.query_mode === 'raw' || !query.metrics?.length) return []
  const { orderby: _unordered, ...rest } = query
  return [{ ...rest, columns: [], row_limit: 0, row_offset: 0, post_processing: [] }]
}

export const query = defineQuery<HandlebarsForm>({ formData, buildQuery })
