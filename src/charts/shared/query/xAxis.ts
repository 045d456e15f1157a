import { columnLabel, isAdhocColumn, TIMESTAMP_LABEL } from '../../../model/query/labels.ts'
import type { QueryColumn, QueryObject } from '../../../model/query/queryObject.ts'

interface AxisForm {
  x_axis?: QueryColumn | null
  granularity_sqla?: unknown
  [key: string]: unknown
}

/** Result name of the x axis; undefined if the chart has none. */
export function xAxisLabel(form: AxisForm): string | undefined {
  if (form.x_axis != null && form.x_axis !== '') return columnLabel(form.x_axis)
  return form.granularity_sqla ? TIMESTAMP_LABEL : undefined
}

/** Converts the x axis among the columns to a base axis, which moves the time grain out of the extras. */
export function markBaseAxis(form: AxisForm, query: QueryObject): QueryObject {
  const axis = form.x_axis
  if (axis == null || axis === '') return query
  const position = (query.columns ?? []).findIndex((column) => sameColumn(column, axis))
  if (position === -1) return query
  const { time_grain_sqla, ...extras } = query.extras ?? {}
  const { is_timeseries: _dropped, ...rest } = query
  return { ...rest, extras, columns: query.columns?.with(position, baseAxis(axis, time_grain_sqla)) }
}

/** A column truncated to a time grain. An adhoc column's own keys take precedence. */
export function baseAxis(column: QueryColumn, timeGrain: string | undefined): QueryColumn {
  const axis = { ...(timeGrain && { timeGrain }), columnType: 'BASE_AXIS' as const }
  if (isAdhocColumn(column)) return { ...axis, ...column }
  return { ...axis, sqlExpression: column, label: column, expressionType: 'SQL' }
}

function sameColumn(one: QueryColumn, other: QueryColumn): boolean {
  if (isAdhocColumn(one)) return isAdhocColumn(other) && one.sqlExpression === other.sqlExpression
  return one === other
}
