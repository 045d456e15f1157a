import type { ExtraFormData } from '../model/dashboard/dataMask.ts'
import { GenericType } from '../model/dataset/dataset.ts'
import { columnLabel, metricLabel } from '../model/query/labels.ts'
import { unmarkedText } from '../model/query/markedText.ts'
import type { AdhocFilter, QueryColumn, QueryFilter, QueryMetric } from '../model/query/queryObject.ts'
import { isRecord } from '../model/wire/json.ts'
import type { ChartAbout, ChartDatasource, DrillContext } from './shared/contract.ts'
import { list } from './shared/query/buildQueryObject.ts'

/**
 * Drill by: the rows behind a mark as a new chart, grouped by another column. The filters of the mark are added to the
 * query (`withFilters`); in the form data, only the dimensions change. Pure.
 */

type Form = Record<string, unknown>

/** The target of a drill: a chart, one of its marks, and the column to group its rows by. */
export interface DrillByInput {
  /** in the current format */
  formData: Form
  about: Pick<ChartAbout, 'type' | 'behaviors' | 'dimensions'>
  drill: DrillContext
  /** of the query that the mark belongs to */
  metrics: readonly QueryMetric[]
  column: string
  datasource: Pick<ChartDatasource, 'columnTypes' | 'mainDttmCol'>
}

const [BAR, LINE, PIE, TABLE] = ['echarts_timeseries_bar', 'echarts_timeseries_line', 'pie', 'table']

/** The `viz_type`s that can draw the result, the most suitable first. */
export function drillByTypes(input: DrillByInput): string[] {
  const { about, datasource, column } = input
  const isTime = datasource.columnTypes[column] === GenericType.temporal
  const types = isTime ? [LINE, BAR, TABLE] : [BAR, PIE, TABLE, ...(datasource.mainDttmCol === null ? [] : [LINE])]
  const keepsType = hitFields(input) !== undefined
  // a line or an area over categories is meaningless
  const isApt = about.type === BAR || isTime || !isAxisHit(input)
  const own = keepsType && isApt ? [about.type] : []
  return [...new Set([...own, ...types, ...(keepsType ? [about.type] : [])])]
}

/** The form data of the resulting chart, drawn as the given type. */
export function drillByForm(input: DrillByInput, type: string): Form {
  const fields = type === input.about.type && !isAxisHit(input) ? hitFields(input) : undefined
  return fields === undefined ? newForm(input, type) : sameForm(input, fields)
}

const hasLabel = (value: unknown, labels: ReadonlySet<string>) =>
  list<QueryColumn>(value).some((column) => labels.has(columnLabel(column)))

const filteredLabels = ({ drill }: Pick<DrillByInput, 'drill'>) =>
  new Set(drill.by === undefined ? drill.filters.map(({ col }) => columnLabel(col)) : [drill.by])

/** Whether the mark represents a value of the x axis. */
const isAxisHit = (input: DrillByInput) =>
  input.about.dimensions === undefined && hasLabel(input.formData['x_axis'], filteredLabels(input))

/** The fields with the dimensions of the mark; undefined if the type has none that the column can replace. */
function hitFields(input: DrillByInput): string[] | undefined {
  const { about, drill, formData } = input
  if (!about.behaviors.includes('DRILL_BY')) return undefined
  // a query cannot have a column twice
  if (hasLabel(formData['x_axis'], new Set([input.column]))) return undefined
  const { dimensions = ['groupby'] } = about
  const fields = drill.query === undefined ? dimensions : dimensions.slice(drill.query, drill.query + 1)
  if (fields.length === 0) return undefined
  const labels = filteredLabels(input)
  const hit = fields.filter((field) => hasLabel(formData[field], labels))
  return hit.length === 0 ? fields.slice(0, 1) : hit
}

/**
 * The form data of the same chart: the column replaces the first dimension of the mark, and the mark's other dimensions
 * are removed.
 */
function sameForm({ formData, column }: DrillByInput, [first = '', ...others]: string[]): Form {
  const { slice_id: _slice, ...form } = formData
  const isList = Array.isArray(form[first])
  return {
    ...form,
    ...withoutHaving(form, 'adhoc_filters'),
    ...withoutHaving(form, 'adhoc_filters_b'),
    [first]: isList ? [column] : column,
    ...Object.fromEntries(others.flatMap((field) => (Array.isArray(form[field]) ? [[field, []]] : []))),
  }
}

/** The filters without HAVING conditions, which are on the groups of the chart and do not apply to other groups. */
export function withoutHaving(form: Form, field: string): Form {
  const filters = form[field]
  return Array.isArray(filters)
    ? { [field]: (filters as AdhocFilter[]).filter(({ clause }) => clause !== 'HAVING') }
    : {}
}

/** Fields that every type has: the source, the filters, and the formatting of numbers and colors. */
const shared = [
  'datasource',
  'time_range',
  'granularity_sqla',
  'time_grain_sqla',
  'extra_filters',
  'where',
  'url_params',
  'color_scheme',
  'label_colors',
  'currency_format',
]

const rowCount: QueryMetric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'COUNT(*)' }

function newForm({ formData, metrics, column, drill, datasource }: DrillByInput, type: string): Form {
  const kept = shared.flatMap((field) => (formData[field] === undefined ? [] : [[field, formData[field]]]))
  const own = drill.query === 1 && 'adhoc_filters_b' in formData ? 'adhoc_filters_b' : 'adhoc_filters'
  const format = formData['y_axis_format'] ?? formData['number_format'] ?? formData['valueFormat']
  const shown = metrics.length === 0 ? [rowCount] : [...metrics]
  const isTime = datasource.columnTypes[column] === GenericType.temporal
  const base: Form = {
    ...Object.fromEntries(kept),
    viz_type: type,
    adhoc_filters: withoutHaving(formData, own)[own] ?? [],
    row_limit: 10_000,
    time_grain_sqla: formData['time_grain_sqla'] ?? 'P1D',
    ...(typeof format === 'string' && { y_axis_format: format, number_format: format }),
  }
  if (type === PIE) return { ...base, groupby: [column], metric: shown[0] }
  if (type === TABLE) {
    const lookup = isTime ? { temporal_columns_lookup: { [column]: true } } : {}
    return { ...base, ...lookup, query_mode: 'aggregate', groupby: [column], metrics: shown }
  }
  if (type === LINE && !isTime) return { ...base, x_axis: datasource.mainDttmCol, groupby: [column], metrics: shown }
  const largestFirst = { x_axis_sort: metricLabel(shown[0] ?? rowCount), x_axis_sort_asc: false }
  const category = { ...largestFirst, xAxisForceCategorical: true, keep_missing_x: true }
  return { ...base, x_axis: column, groupby: [], metrics: shown, ...(!isTime && category) }
}

/** The filters that a dashboard adds to the query, combined with the filters of a mark. */
export const withFilters = (extra: ExtraFormData, filters: readonly QueryFilter[]): ExtraFormData => ({
  ...extra,
  filters: [...(extra.filters ?? []), ...filters],
})

/**
 * The form data for editing the chart: the filters of the dashboard and of the marks become the chart's own filters.
 * Filters that the editor cannot express remain in `extra_form_data`.
 */
export function editedForm(formData: Form, extra: ExtraFormData): Form {
  const { filters = [], adhoc_filters = [], time_range, time_grain_sqla, granularity_sqla, granularity } = extra
  const fields = 'adhoc_filters_b' in formData ? ['adhoc_filters', 'adhoc_filters_b'] : ['adhoc_filters']
  const converted = filters.map((filter) => ({ filter, adhoc: adhocFilters(filter) }))
  const added = [...adhoc_filters, ...converted.flatMap(({ adhoc }) => adhoc ?? [])]
  const rest = converted.filter(({ adhoc }) => adhoc === undefined).map(({ filter }) => filter)
  const column = granularity_sqla ?? granularity
  const ranged = (filter: AdhocFilter) =>
    filter.operator === 'TEMPORAL_RANGE' && time_range !== undefined ? { ...filter, comparator: time_range } : filter
  return {
    ...formData,
    ...Object.fromEntries(
      fields.map((field) => [field, [...list<AdhocFilter>(formData[field]).map(ranged), ...added]]),
    ),
    ...(time_range !== undefined && { time_range }),
    ...(time_grain_sqla !== undefined && { time_grain_sqla }),
    ...(column !== undefined && { granularity_sqla: column }),
    ...(rest.length > 0 && { extra_form_data: { filters: rest } }),
  }
}

/**
 * The form data of a chart that is opened from a dashboard: with the dashboard's filters, marked as extra, and the
 * dashboard's time range in the time filters. Filters that the editor cannot express are in `extra_form_data`.
 * Undefined if the dashboard does not filter the chart.
 */
export function inheritedForm(formData: Form, extra: ExtraFormData): Form | undefined {
  const { filters = [], adhoc_filters = [], time_range } = extra
  const converted = filters.map((filter) => ({ filter, adhoc: adhocFilters(filter) }))
  const added = [...adhoc_filters, ...converted.flatMap(({ adhoc }) => adhoc ?? [])]
  const rest = converted.filter(({ adhoc }) => adhoc === undefined).map(({ filter }) => filter)
  if (added.length === 0 && rest.length === 0 && time_range === undefined) return undefined
  const fields = 'adhoc_filters_b' in formData ? ['adhoc_filters', 'adhoc_filters_b'] : ['adhoc_filters']
  const ranged = (filter: AdhocFilter): AdhocFilter =>
    filter.operator === 'TEMPORAL_RANGE' && time_range !== undefined && filter.comparator !== time_range
      ? { ...filter, comparator: time_range, isExtra: true, ownComparator: filter.comparator }
      : filter
  const extras = added.map((filter): AdhocFilter => ({ ...filter, isExtra: true }))
  return {
    ...formData,
    ...Object.fromEntries(
      fields.map((field) => [field, [...list<AdhocFilter>(formData[field]).map(ranged), ...extras]]),
    ),
    // types with the legacy time controls keep their time range in this field
    ...(time_range !== undefined &&
      'time_range' in formData &&
      formData['time_range'] !== time_range && {
        time_range,
        [INHERITED_RANGE]: { range: time_range, own: formData['time_range'] },
      }),
    ...(rest.length > 0 && {
      extra_form_data: withFilters((formData['extra_form_data'] ?? {}) as ExtraFormData, rest),
      [INHERITED_FILTERS]: { own: formData['extra_form_data'] },
    }),
  }
}

const INHERITED_RANGE = 'inherited_time_range'
const INHERITED_FILTERS = 'inherited_filters'

/**
 * The form data without what a dashboard added, as the chart is saved. A time range that was changed since then is
 * kept.
 */
export function withoutInherited(opened: Form): Form {
  const { [INHERITED_RANGE]: inherited, [INHERITED_FILTERS]: replaced, ...formData } = opened
  const own = (value: unknown) =>
    list<AdhocFilter>(value).flatMap((filter): AdhocFilter[] => {
      if (filter.isExtra !== true) return [filter]
      if (!('ownComparator' in filter)) return []
      const { isExtra: _extra, ownComparator, ...rest } = filter
      return [{ ...rest, comparator: ownComparator }]
    })
  const fields = ['adhoc_filters', 'adhoc_filters_b'].filter((field) => Array.isArray(formData[field]))
  const isUnchanged = isRecord(inherited) && formData['time_range'] === inherited['range']
  return {
    ...formData,
    ...Object.fromEntries(fields.map((field) => [field, own(formData[field])])),
    ...(isUnchanged && { time_range: inherited['own'] }),
    ...(isRecord(replaced) && { extra_form_data: replaced['own'] }),
  }
}

/** Editor filters for the same condition; undefined if the editor cannot express it. */
function adhocFilters({ col, op, val, grain }: QueryFilter): AdhocFilter[] | undefined {
  if (typeof col !== 'string') {
    const value = literal(val)
    const isEqual = op === '==' && value !== undefined
    if (!isEqual && op !== 'IS NULL') return undefined
    const sqlExpression = isEqual ? `(${col.sqlExpression}) = ${value}` : `(${col.sqlExpression}) IS NULL`
    return [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression }]
  }
  const simple = (operator: string, comparator: unknown): AdhocFilter => ({
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: col,
    operator,
    comparator,
  })
  if (!grain) return [simple(op, val ?? null)]
  const span = op === '==' && typeof val === 'number' ? bucketSpan(val, grain) : undefined
  return span && [simple('>=', isoText(span.from)), simple('<', isoText(span.to))]
}

/**
 * A number or a string as an SQL literal; undefined for other values. A string with a backslash has no literal either,
 * because some databases read the backslash as an escape.
 */
function literal(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  // a string that looks like the marker of a missing value is in quotes, which are removed here
  const text = typeof value === 'string' ? unmarkedText(value) : null
  return text !== null && !text.includes('\\') ? `'${text.replaceAll("'", "''")}'` : undefined
}

const isoText = (ms: number) => new Date(ms).toISOString().slice(0, 19)

const unitMs = { S: 1000, M: 60_000, H: 3_600_000, D: 86_400_000, W: 604_800_000 } as const

/**
 * The start and the end of a bucket of a time grain, in epoch ms. Weeks that are named by their end begin six days
 * earlier.
 */
export function bucketSpan(value: number, grain: string): { from: number; to: number } | undefined {
  const isWeekEnd = grain.startsWith('P1W/')
  const from = isWeekEnd ? value - 6 * unitMs.D : value
  const [, clock, count, unit] = /P(T?)(\d+)([SMHDWY])/.exec(grain) ?? []
  if (count === undefined || unit === undefined) return undefined
  const months = unit === 'Y' ? 12 : unit === 'M' && clock === '' ? 1 : 0
  if (months === 0) return { from, to: from + Number(count) * unitMs[unit as keyof typeof unitMs] }
  const to = new Date(from)
  to.setUTCMonth(to.getUTCMonth() + Number(count) * months)
  return { from, to: to.getTime() }
}
