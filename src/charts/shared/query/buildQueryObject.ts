import { columnLabel, metricLabel, uniqueBy } from '../../../model/query/labels.ts'
import type {
  AdhocFilter,
  QueryColumn,
  QueryFilter,
  QueryMetric,
  QueryObject,
} from '../../../model/query/queryObject.ts'
import { legacyExtras, overrideWithExtraFormData, splitAdhocFilters } from './filters.ts'

const metricKeys = new Set(['metric', 'metric_2', 'secondary_metric', 'x', 'y', 'size', 'metrics'])
const columnKeys = new Set(['all_columns', 'columns'])
const groupKeys = new Set(['groupby', 'series'])
const orderKeys = new Set(['order_by_cols', 'orderby'])

/**
 * The query object that every chart starts from, built from the shared keys of the form data (metrics, columns,
 * filters, limits, time fields) with the dashboard's `extra_form_data` merged in. Chart types add to it.
 */
export function buildQueryObject(form: Record<string, unknown>): QueryObject {
  const extra = (form.extra_form_data ?? {}) as Record<string, unknown>
  const legacy = legacyExtras(form.extra_filters)
  const adhoc = splitAdhocFilters(
    [...list<AdhocFilter>(form.adhoc_filters), ...list<AdhocFilter>(extra.adhoc_filters)],
    { where: nonEmpty(form.where), having: nonEmpty(form.having) },
  )
  const timeGrain = legacy.overrides.time_grain_sqla ?? nonEmpty(form.time_grain_sqla)
  const { metrics, columns, orderby } = queryFields(form)

  const query: QueryObject = {
    time_range: legacy.overrides.time_range ?? nonEmpty(form.time_range),
    granularity: legacy.overrides.granularity ?? nonEmpty(form.granularity) ?? nonEmpty(form.granularity_sqla),
    filters: [...legacy.filters, ...list<QueryFilter>(extra.filters), ...adhoc.filters],
    extras: { ...(timeGrain && { time_grain_sqla: timeGrain }), having: adhoc.having, where: adhoc.where },
    applied_time_extras: legacy.applied,
    columns,
    metrics,
    orderby,
    annotation_layers: list(form.annotation_layers),
    row_limit: numeric(form.row_limit),
    row_offset: numeric(form.row_offset),
    series_columns: form.series_columns as QueryColumn[] | undefined,
    series_limit: numeric(form.series_limit) ?? numeric(form.limit) ?? 0,
    series_limit_metric: seriesLimitMetric(form),
    order_desc: form.order_desc === undefined ? true : Boolean(form.order_desc),
    url_params: (form.url_params ?? undefined) as Record<string, string> | undefined,
    custom_params: form.custom_params ?? {},
  }
  return withoutUndefined({
    ...overrideWithExtraFormData(query, extra),
    custom_form_data: extra.custom_form_data ?? {},
  })
}

/** Iterates the form data in key order, because that is the column order in requests. */
function queryFields(form: Record<string, unknown>) {
  const metrics: QueryMetric[] = []
  const columns: QueryColumn[] = []
  const orderby: QueryObject['orderby'] = []
  const raw = form.query_mode === 'raw'
  const aggregate = form.query_mode === 'aggregate'
  for (const [key, value] of Object.entries(form)) {
    if (value === undefined || value === null) continue
    if (metricKeys.has(key)) metrics.push(...list<QueryMetric>(value))
    else if (columnKeys.has(key) && !aggregate) columns.push(...list<QueryColumn>(value))
    else if (groupKeys.has(key) && !raw) columns.push(...list<QueryColumn>(value))
    else if (orderKeys.has(key)) orderby.push(...list<unknown>(value).map(orderByItem))
  }
  return {
    // absent metrics mean "raw rows" to the server, an empty list means "distinct rows"
    metrics: raw ? undefined : uniqueBy(metrics, metricLabel),
    columns: uniqueBy(
      columns.filter((column) => column !== ''),
      columnLabel,
    ),
    orderby: orderby.length > 0 ? orderby : undefined,
  }
}

function orderByItem(item: unknown): [QueryColumn | QueryMetric, boolean] {
  try {
    const order: unknown = typeof item === 'string' ? JSON.parse(item) : item
    if (Array.isArray(order)) return order as [QueryColumn | QueryMetric, boolean]
  } catch {
    // text that is not JSON
  }
  throw new Error('Found invalid orderby options')
}

function seriesLimitMetric(form: Record<string, unknown>): QueryMetric | undefined {
  const given = [form.series_limit_metric, form.timeseries_limit_metric].map((value) =>
    Array.isArray(value) ? (value[0] as unknown) : value,
  )
  return given.find((value) => value != null && value !== '') as QueryMetric | undefined
}

/** A list, a single value or a missing value, as a list. */
export function list<T>(value: unknown): T[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? (value as T[]) : [value as T]
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function numeric(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const result = Number(value)
  return Number.isNaN(result) ? undefined : result
}

function withoutUndefined<T extends Record<string, unknown>>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T
}
