import type { Dataset } from '../../model/dataset/dataset.ts'
import { columnLabel, isAdhocColumn, metricLabel, TIMESTAMP_LABEL } from '../../model/query/labels.ts'
import type { QueryColumn, QueryObject, ResultType } from '../../model/query/queryObject.ts'
import { type Calendar, calendarOf, PLAIN_CALENDAR } from '../../model/time/fiscalCalendar.ts'
import { resolveTimeRange, resolveTimeShift } from '../../model/time/timeRange.ts'
import type { QueryZone } from '../../model/time/timeZone.ts'
import { parseObject } from '../../model/wire/json.ts'
import { clauseFault } from '../gate/clause.ts'
import { requestFault } from './failure.ts'
import type { NormalQuery } from './normalQuery.ts'
import { refuseTooLarge } from './size.ts'

/** Row limits of an installation. */
export interface RowLimits {
  /** The limit of a query without one (or with 0). */
  rows: number
  samples: number
  /** The maximum number of rows of a result. */
  max: number
}

export interface NormaliseInput {
  query: QueryObject
  dataset: Dataset
  /** The form data of the request: `x_axis` determines which column a dashboard's time column replaces. */
  formData: unknown
  resultType: ResultType
  /** Wall-clock milliseconds, of the clock `zone.view` if there is a zone. */
  now: number
  zone?: QueryZone | null
  /** The calendar of the workspace. */
  calendar?: Calendar
  limits: RowLimits
}

/**
 * Fills in defaults, resolves times and applies the server's rules for them (a time column from a dashboard replaces
 * the x axis, a time range is applied to every TEMPORAL_RANGE filter).
 * @throws AppError 400 with the text of the contract
 */
export function normaliseQuery(input: NormaliseInput): NormalQuery {
  const { query, dataset, formData, resultType, now, limits } = input
  const extras = query.extras ?? {}
  const relative = { start: extras.relative_start, end: extras.relative_end }
  const calendar = calendarIn(dataset, input.calendar ?? PLAIN_CALENDAR)
  const range = resolveTimeRange(query.time_range ?? '', {
    now,
    relative,
    timeShift: query.time_shift,
    calendar,
  })
  if (!range.ok) {
    const text = range.error.startsWith('From date')
      ? range.error
      : `Request is incorrect: {'time_range': ['${range.error}']}`
    throw requestFault(text)
  }
  const columns = query.columns ?? []
  const isTimeseries = query.is_timeseries ?? columns.includes(TIMESTAMP_LABEL)
  const metrics = query.metrics ?? null
  const samples = resultType === 'samples' || resultType === 'drill_detail'
  const normal: NormalQuery = {
    resultType,
    columns,
    metrics,
    filters: query.filters ?? [],
    where: extras.where ?? '',
    having: extras.having ?? '',
    timeGrain: extras.time_grain_sqla ?? null,
    zone: input.zone ?? null,
    calendar,
    relative,
    granularity: query.granularity ?? null,
    since: range.value.since,
    until: range.value.until,
    timeRange: query.time_range || null,
    rankedRange: null,
    timeOffsets: metrics?.length ? (query.time_offsets ?? []) : [],
    timeShift: query.time_shift ?? null,
    timeShiftMs: query.time_shift ? resolveTimeShift(query.time_shift, now) : 0,
    isTimeseries,
    rowLimit: Math.min(query.row_limit || (samples ? limits.samples : limits.rows), limits.max),
    rowOffset: query.row_offset ?? 0,
    seriesColumns: query.series_columns?.length ? query.series_columns : isTimeseries && metrics?.length ? columns : [],
    seriesLimit: query.series_limit ?? 0,
    seriesLimitMetric: query.series_limit_metric ?? null,
    orderDesc: query.order_desc ?? true,
    orderby: query.orderby ?? [],
    isRowcount: query.is_rowcount ?? false,
    applyFetchValuesPredicate: query.apply_fetch_values_predicate ?? false,
    postProcessing: (query.post_processing ?? []).filter((step) => step != null),
    ...cellsOf(query),
    appliedTimeExtras: query.applied_time_extras ?? {},
  }
  refuseFaults(normal)
  return forResultType(withTimeRange(withGranularity(normal, dataset, formData), query.time_range), dataset)
}

const cellsOf = ({ point_cells: cells }: QueryObject): Pick<NormalQuery, 'cells'> =>
  cells?.degrees === undefined ? {} : { cells: { columns: [cells.longitude, cells.latitude], degrees: cells.degrees } }

const read = new WeakMap<Dataset, { workspace: Calendar; calendar: Calendar | string }>()

/** The calendar of a dataset; a sentence if it is broken. Cached like datasets, which are reused between requests. */
export function calendarIn(dataset: Dataset, workspace: Calendar): Calendar | string {
  const known = read.get(dataset)
  if (known?.workspace === workspace) return known.calendar
  const said = calendarOf(
    dataset.extra?.includes('"calendar"') ? parseObject(dataset.extra)['calendar'] : null,
    workspace,
  )
  const calendar = said.ok ? said.value : said.error
  read.set(dataset, { workspace, calendar })
  return calendar
}

function refuseFaults(query: NormalQuery): void {
  if (
    ![...query.columns, ...query.seriesColumns].every((column) => typeof column === 'string' || isAdhocColumn(column))
  ) {
    throw requestFault('Columns must be names of columns, or objects with `label` and `sqlExpression`')
  }
  refuseTooLarge(query)
  const labels = [...(query.metrics ?? []).map(metricLabel), ...query.columns.map(columnLabel)]
  const repeated = labels.filter((label, index) => labels.indexOf(label) < index)
  if (repeated.length) {
    const names = [...new Set(repeated)].map((label) => `"${label}"`).join(', ')
    throw requestFault(
      `Duplicate column/metric labels: ${names}. Please make sure all columns and metrics have a unique label.`,
    )
  }
  const known = new Set(query.columns.map(columnLabel))
  const missing = query.seriesColumns.map(columnLabel).filter((label) => !known.has(label))
  if (missing.length) {
    const names = missing.map((label) => `"${label}"`).join(', ')
    throw requestFault(`The following entries in \`series_columns\` are missing in \`columns\`: ${names}. `)
  }
  for (const clause of [query.where, query.having]) {
    const fault = clauseFault(clause)
    if (fault) throw requestFault(fault)
  }
}

/** A time column from outside (a dashboard filter) replaces a temporal x axis, and its filter. */
function withGranularity(query: NormalQuery, dataset: Dataset, formData: unknown): NormalQuery {
  const { granularity } = query
  if (!granularity) return query
  const axis = xAxisOf(formData)
  const isTemporal = dataset.columns.some((column) => column.column_name === axis && column.is_dttm)
  if (axis !== null && isTemporal) {
    const isAxis = (column: QueryColumn) => (typeof column === 'string' ? column : column.sqlExpression) === axis
    const replaced = query.columns.some(isAxis)
    return {
      ...query,
      columns: query.columns.map((column) =>
        !isAxis(column)
          ? column
          : typeof column === 'string'
            ? granularity
            : { ...column, sqlExpression: granularity, label: granularity },
      ),
      orderby: query.orderby.map(([by, ascending]) =>
        isAdhocColumn(by) && isAxis(by)
          ? [{ ...by, sqlExpression: granularity, label: granularity }, ascending]
          : [by, ascending],
      ),
      postProcessing: replaced
        ? query.postProcessing.map((step) =>
            step.operation === 'pivot' ? { ...step, options: { ...step.options, index: [granularity] } } : step,
          )
        : query.postProcessing,
      filters: query.filters.filter((filter) => filter.col !== axis),
    }
  }
  const temporal = query.filters.filter((filter) => filter.op === 'TEMPORAL_RANGE').map((filter) => filter.col)
  const removed = temporal.includes(granularity) ? granularity : temporal[0]
  return removed === undefined ? query : { ...query, filters: query.filters.filter((filter) => filter.col !== removed) }
}

function xAxisOf(formData: unknown): string | null {
  if (typeof formData !== 'object' || formData === null || !('x_axis' in formData)) return null
  const axis = formData.x_axis
  if (isAdhocColumn(axis)) return axis.sqlExpression
  return typeof axis === 'string' ? axis : null
}

function withTimeRange(query: NormalQuery, timeRange: string | undefined): NormalQuery {
  if (!timeRange) return query
  const filters = query.filters.map((filter) =>
    filter.op === 'TEMPORAL_RANGE' ? { ...filter, val: timeRange } : filter,
  )
  return { ...query, filters }
}

/** Samples and drill-to-detail show the rows behind a chart: all columns, nothing aggregated. */
function forResultType(query: NormalQuery, dataset: Dataset): NormalQuery {
  if (query.resultType !== 'samples' && query.resultType !== 'drill_detail') return query
  const unbounded = query.resultType === 'samples' ? { since: null, until: null } : {}
  return {
    ...query,
    ...unbounded,
    columns: dataset.columns.map((column) => column.column_name),
    metrics: null,
    isTimeseries: false,
    orderby: [],
    seriesColumns: [],
    seriesLimit: 0,
    having: '',
    timeOffsets: [],
    postProcessing: [],
  }
}
