import { buildQueryObject, list } from '../../../charts/shared/query/buildQueryObject.ts'
import { resample, rollingWindow } from '../../../charts/shared/query/postProcessing.ts'
import type { ShapeName } from '../../../engine/shapes/index.ts'
import type { ShapeOptions } from '../../../engine/shapes/shapeOptions.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { columnLabel, metricLabel, uniqueBy } from '../../../model/query/labels.ts'
import { MOST_QUERIES } from '../../../model/query/queryContext.ts'
import type {
  AdhocFilter,
  PostProcessingStep,
  QueryColumn,
  QueryMetric,
  QueryObject,
} from '../../../model/query/queryObject.ts'
import { calendarSettings, squareGrain } from './legacyCalendar.ts'
import { type Form, textOr } from './legacyForm.ts'
import { isMap, mapOf, placeFilters } from './legacyMaps.ts'

/** The query of an old chart, and the shape that it draws. */
export interface LegacyQuery {
  query: QueryObject
  shape: { name: ShapeName; options: ShapeOptions }
}

interface LegacyChart {
  shape: ShapeName
  /** Form keys of its dimensions, in order. */
  groups: readonly string[]
  /** Form keys of its metrics, in order, if they are not the default ones. */
  metrics?: readonly string[]
  isTimeseries?: (form: Form) => boolean
  /** Rows instead of groups: the columns are those of `groups` and of this form key. */
  raw?: string
  /** Sorted by the dimensions, ascending, for shapes that keep the order of rows. */
  ordered?: boolean
  roles?: (form: Form) => Record<string, string | undefined>
  choice?: (form: Form) => string | undefined
  /** What a missing value of a series counts as. */
  missing?: number
  /** Not pivoted by time, although it has a time axis. */
  isPlain?: boolean
  /** Its time grain; the grain of the form is ignored. */
  grain?: (form: Form) => string
  /** The message if the form lacks a value; no query is run then. */
  lack?: (form: Form) => string | undefined
  /** `now`: wall-clock milliseconds. */
  settings?: (form: Form, now: number) => Record<string, unknown>
}

const plain = (shape: ShapeName, groups: readonly string[] = ['groupby', 'columns']): LegacyChart => ({ shape, groups })
const isEmpty = (form: Form, key: string) => list(form[key]).length === 0
const lines: LegacyChart = { shape: 'timeSeries', groups: ['groupby', 'columns'], isTimeseries: () => true }

/** Chart types that the legacy endpoint supports. */
const charts: Record<string, LegacyChart> = {
  line: lines,
  area: { ...lines, missing: 0 },
  bar: lines,
  compare: lines,
  horizon: lines,
  time_table: {
    ...lines,
    shape: 'timeTable',
    lack: (form) => (isEmpty(form, 'metrics') ? 'Pick at least one metric' : undefined),
  },
  dist_bar: {
    ...plain('barSeries'),
    lack: (form) =>
      isEmpty(form, 'metrics')
        ? 'Pick at least one metric'
        : isEmpty(form, 'groupby')
          ? 'Pick at least one field for [Series]'
          : undefined,
    roles: (form) => ({
      breakdown: labels(list(form.columns)).join('\n') || undefined,
      sort: metricAt(form, 'timeseries_limit_metric'),
    }),
  },
  bubble: {
    shape: 'bubbles',
    groups: ['entity', 'series'],
    metrics: ['size', 'x', 'y'],
    lack: (form) =>
      ['x', 'y', 'size'].some((key) => isEmpty(form, key)) ? 'Pick a metric for x, y and size' : undefined,
    ordered: true,
    roles: (form) => ({
      entity: columnAt(form, 'entity'),
      series: columnAt(form, 'series'),
      x: metricAt(form, 'x'),
      y: metricAt(form, 'y'),
      size: metricAt(form, 'size'),
    }),
  },
  bullet: {
    ...plain('measures', []),
    lack: (form) => (isEmpty(form, 'metric') ? 'Pick a metric to display' : undefined),
  },
  heatmap: {
    shape: 'grid',
    groups: ['all_columns_x', 'all_columns_y'],
    roles: (form) => ({ x: columnAt(form, 'all_columns_x'), y: columnAt(form, 'all_columns_y') }),
    choice: (form) => String(form.normalize_across ?? 'heatmap'),
  },
  sankey: plain('links', ['groupby']),
  chord: plain('chordMatrix'),
  sunburst: plain('levels', ['groupby']),
  country_map: plain('regions', ['entity']),
  world_map: { ...plain('worldMap', ['entity']), choice: (form) => String(form.country_fieldtype ?? 'cca2') },
  histogram: { shape: 'lists', groups: ['groupby'], raw: 'all_columns_x' },
  para: plain('tables', ['series', 'groupby']),
  event_flow: { shape: 'tables', groups: ['entity', 'all_columns_x'], raw: 'all_columns' },
  table: plain('tables'),
  rose: { ...lines, shape: 'wedges' },
  paired_ttest: { ...lines, shape: 'pairs' },
  time_pivot: {
    ...lines,
    shape: 'periods',
    groups: [],
    metrics: ['metric'],
    choice: (form) => textOr(form.freq) ?? undefined,
  },
  cal_heatmap: {
    ...lines,
    shape: 'calendar',
    metrics: ['metrics', 'metric'],
    isPlain: true,
    grain: squareGrain,
    settings: calendarSettings,
  },
  partition: {
    ...plain('partition'),
    isTimeseries: (form) => (textOr(form.time_series_option) ?? 'not_time') !== 'not_time',
    isPlain: true,
    choice: (form) => textOr(form.time_series_option) ?? undefined,
  },
}

const metricKeys = ['metric', 'metrics', 'percent_metrics', 'metric_2', 'secondary_metric', 'x', 'y', 'size']
const labels = (columns: QueryColumn[]) => columns.map(columnLabel)
const columnAt = (form: Form, key: string) => labels(list<QueryColumn>(form[key]))[0]
const metricAt = (form: Form, key: string) => list<QueryMetric>(form[key]).map(metricLabel)[0]
const columnsAt = (form: Form, keys: readonly string[]) =>
  uniqueBy(
    keys.flatMap((key) => list<QueryColumn>(form[key])).filter((column) => column !== ''),
    columnLabel,
  )

/**
 * The query for the form of a legacy chart type; undefined for a type that the endpoint does not support.
 * `now`: wall-clock milliseconds.
 */
export function legacyQuery(given: Form, now: number): LegacyQuery | undefined {
  const type = String(given.viz_type)
  if (isMap(type)) return mapQuery(given)
  const chart = Object.hasOwn(charts, type) ? charts[type] : undefined
  if (!chart) return undefined
  const lack = chart.lack?.(given)
  if (lack) throw new AppError('GENERIC_COMMAND_ERROR', 400, lack)
  const form = chart.grain ? { ...given, time_grain_sqla: chart.grain(given) } : given
  const metrics = uniqueBy(
    (chart.metrics ?? metricKeys).flatMap((key) => list<QueryMetric>(form[key])),
    metricLabel,
  )
  const groups = columnsAt(form, chart.groups)
  const raw = chart.raw === undefined ? undefined : columnsAt(form, [chart.raw])
  const sortBy = list<QueryMetric>(form.timeseries_limit_metric)[0]
  const isTimeseries = chart.isTimeseries?.(form)
  const query: QueryObject = {
    ...commonQuery(form),
    columns: raw ? uniqueBy([...raw, ...groups], columnLabel) : groups,
    metrics: raw ? undefined : metrics,
    ...(isTimeseries === undefined ? {} : { is_timeseries: isTimeseries }),
    ...(isTimeseries && !chart.isPlain ? timePost(form, chart, metrics, groups) : {}),
    orderby: orderOf(form, chart, metrics, groups, sortBy),
  }
  const options: ShapeOptions = {
    metrics: raw ? labels(raw) : metrics.map(metricLabel),
    groups: labels(groups),
    roles: played(chart.roles?.(form) ?? {}),
    choice: chart.choice?.(form),
    ...(chart.settings ? { settings: chart.settings(form, now) } : {}),
  }
  return { query, shape: { name: chart.shape, options } }
}

/**
 * The part of the query that all types have: filters, times and limits. Columns, metrics and order depend on the type.
 */
function commonQuery(form: Form): QueryObject {
  const { extra_filters: filters } = form
  const {
    metrics: _m,
    columns: _c,
    orderby: _o,
    ...common
  } = buildQueryObject({
    ...form,
    extra_filters: Array.isArray(filters) && filters.length > 0 ? filters : undefined,
  })
  return common
}

/** The roles that have a column or metric. */
const played = (roles: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(roles).filter(([, label]) => label)) as Record<string, string>

const CHOICES = 1000

/** The queries of a filter box: the values of each of its filters. */
export function filterBoxQueries(form: Form): { column: string; legacy: LegacyQuery }[] {
  const common = commonQuery(form)
  const configs = list<Form | null>(form.filter_configs)
  if (configs.length > MOST_QUERIES) {
    throw new AppError('GENERIC_COMMAND_ERROR', 400, `A filter box may have at most ${MOST_QUERIES} filters`)
  }
  return configs.map((config) => {
    const column = textOr(config?.column)
    if (!column) {
      throw new AppError('GENERIC_COMMAND_ERROR', 400, 'Invalid filter configuration, please select a column')
    }
    const metrics = list<QueryMetric>(config?.metric).slice(0, 1)
    const ascending = config?.asc === true
    const options: ShapeOptions = {
      metrics: metrics.map(metricLabel),
      groups: [column],
      roles: {},
      choice: ascending ? 'ascending' : 'descending',
    }
    const by = metrics[0] ?? column
    const query: QueryObject = { ...common, columns: [column], metrics, row_limit: CHOICES, orderby: [[by, ascending]] }
    return { column, legacy: { query, shape: { name: 'choices', options } } }
  })
}

function mapQuery(form: Form): LegacyQuery {
  const { shape, columns, metrics, isTimeseries, roles, settings } = mapOf(form)
  const isLayer = shape === 'layer'
  const filters = isLayer ? placeFilters(form) : []
  const [first] = metrics ?? []
  const query: QueryObject = {
    ...commonQuery({ ...form, adhoc_filters: [...list<AdhocFilter>(form.adhoc_filters), ...filters] }),
    columns,
    metrics,
    is_timeseries: isTimeseries,
    orderby: isLayer && first !== undefined ? [[first, form.order_desc === false]] : undefined,
  }
  return {
    query,
    shape: {
      name: shape,
      options: {
        metrics: (metrics ?? []).map(metricLabel),
        groups: labels(columns),
        roles: played(roles),
        settings,
      },
    },
  }
}

function orderOf(
  form: Form,
  chart: LegacyChart,
  metrics: QueryMetric[],
  groups: QueryColumn[],
  sortBy: QueryMetric | undefined,
): QueryObject['orderby'] {
  if (chart.raw) return undefined
  if (chart.ordered) return groups.map((column) => [column, true])
  const by = sortBy ?? metrics[0]
  return by && groups.length > 0 ? [[by, form.order_desc === false]] : undefined
}

/** Pivots by time, then applies the steps that the form requests: equal intervals, a rolling window, shares. */
function timePost(form: Form, { missing }: LegacyChart, metrics: QueryMetric[], groups: QueryColumn[]) {
  const names = metrics.map(metricLabel)
  const steps: (PostProcessingStep | undefined)[] = [
    {
      operation: 'pivot',
      options: {
        index: ['__timestamp'],
        columns: labels(groups),
        aggregates: Object.fromEntries(names.map((name) => [name, { operator: 'mean' }])),
        column_fill_value: 'NULL',
        ...(missing === undefined ? {} : { metric_fill_value: missing }),
      },
    },
    resample({ resample_rule: textOr(form.resample_rule), resample_method: textOr(form.resample_method) }),
    rollingWindow(
      {
        rolling_type: textOr(form.rolling_type),
        rolling_periods: Number(form.rolling_periods) || null,
        min_periods: Number(form.min_periods) || null,
      },
      names,
    ),
    form.contribution ? { operation: 'contribution', options: { orientation: 'row' } } : undefined,
  ]
  return { post_processing: steps.filter((step) => step !== undefined) }
}
