import { findChart } from '../../charts/index.ts'
import { setsField } from '../../filters/setsField.ts'
import { parseMetadata } from '../../model/dashboard/dashboardMetadata.ts'
import { isNativeFilter } from '../../model/dashboard/dashboardState.ts'
import { filterTargets } from '../../model/dashboard/filterTargets.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { QueryContext, QueryObject, ResultType } from '../../model/query/queryObject.ts'
import { isRecord, parseObject } from '../../model/wire/json.ts'
import type { Subject } from '../access/subject.ts'
import type { DataRequest } from '../access/thing.ts'
import { findDashboardCharts, formDataOf } from '../entities/charts.ts'
import { findDataset } from '../entities/datasets.ts'
import type { Db, Row } from '../storage/schema.ts'
import { contextOfFormData, savedContext } from './chartContext.ts'

/**
 * Guests get the rows of charts, the values of filters, and the time columns of a dataset where a filter offers them;
 * not raw rows of datasets, and no SQL.
 */
const guestResults: readonly ResultType[] = ['full', 'results', 'post_processed', 'timegrains', 'columns']

/**
 * Parts of columns, metrics and filters that do not choose a column: how a value is shown, what it is compared with.
 */
const presentation = new Set([
  'comparator',
  'val',
  'timeGrain',
  'label',
  'optionName',
  'hasCustomLabel',
  'expressionType',
  'columnType',
  'time_grain_sqla',
  'relative_start',
  'relative_end',
  'type',
])

const denied = () =>
  new AppError('GENERIC_COMMAND_ERROR', 403, 'A guest sees only what the charts and filters of the dashboard show.')

/** Every text in a value that may choose a column, a metric or an expression. */
function textsIn(value: unknown, texts = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    if (value.trim() !== '') texts.add(value)
  } else if (Array.isArray(value)) for (const item of value) textsIn(item, texts)
  else if (isRecord(value))
    for (const [key, item] of Object.entries(value)) if (!presentation.has(key)) textsIn(item, texts)
  return texts
}

/** The parts of a query that choose what is read: columns, metrics, expressions, and columns of filters. */
function chosen({ columns, metrics, series_columns, series_limit_metric, orderby, granularity, ...more }: QueryObject) {
  const { filters, extras, groupby, annotation_layers } = more
  return textsIn([
    columns,
    metrics,
    series_columns,
    series_limit_metric,
    orderby?.map(([by]) => by),
    granularity,
    groupby,
    filters?.map(({ col }) => col),
    extras,
    annotation_layers?.map(({ sourceType, value }) => `${String(sourceType)} ${String(value)}`),
  ])
}

const layersOf = (formData: Record<string, unknown>) =>
  (Array.isArray(formData['annotation_layers']) ? formData['annotation_layers'] : []).flatMap((layer: unknown) =>
    isRecord(layer) ? [`${String(layer['sourceType'])} ${String(layer['value'])}`] : [],
  )

const filtersOf = (dashboard: Row<'dashboards'>) => {
  const filters = parseObject(dashboard.json_metadata)['native_filter_configuration']
  return Array.isArray(filters) ? filters.filter(isRecord) : []
}

const nativeFiltersOf = (dashboard: Row<'dashboards'>) =>
  parseMetadata(dashboard.json_metadata).native_filter_configuration.filter(isNativeFilter)

const hasFilters = (form: Record<string, unknown>) => findChart(String(form['viz_type']))?.filtersDashboard === true

/** Whether a filter of the dashboard lets its readers choose a time column of the dataset. */
function offersTimeColumns(
  dashboard: Row<'dashboards'>,
  forms: readonly Record<string, unknown>[],
  datasetId: number,
): boolean {
  const ofDataset = filterTargets(parseObject(dashboard.json_metadata)).filter(
    (target) => target.datasetId === datasetId,
  )
  return (
    forms.some((form) => hasFilters(form) && form['show_sqla_time_column'] === true) ||
    nativeFiltersOf(dashboard).some(
      (filter) => setsField(filter, 'granularity_sqla') && ofDataset.some(({ filterId }) => filterId === filter.id),
    )
  )
}

/** Whether a filter of the dashboard lets its readers group charts of the dataset by a column. */
const offersGroups = (dashboard: Row<'dashboards'>, own: ReadonlySet<string>): boolean =>
  nativeFiltersOf(dashboard).some((filter) => setsField(filter, 'interactive_groupby') && own.has(filter.id))

interface Saved {
  /** texts that the charts and filters of the dashboard use on one dataset */
  texts: Set<string>
  /** whether the time columns of the dataset are offered as values of a filter */
  hasTimeColumns: boolean
  /** whether a filter offers columns to group by: a guest chooses among those that the dashboard shows anyway */
  hasGroups: boolean
}

/** The texts that the saved charts and filters of a dashboard use on one dataset, and what its filters offer. */
async function savedTexts(db: Db, dashboard: Row<'dashboards'>, datasetId: number): Promise<Saved> {
  const texts = new Set<string>()
  const dataset = await findDataset(db, datasetId)
  const charts = (await findDashboardCharts(db, dashboard.id)).filter((chart) => chart.datasource_id === datasetId)
  const forms = charts.map(formDataOf)
  for (const [at, chart] of charts.entries()) {
    const formData = forms[at] ?? {}
    textsIn(layersOf(formData), texts)
    // expressions are combined by the definition of the chart type
    const built = dataset && (await contextOfFormData(chart, dataset).catch(() => null))
    const queries = [...(savedContext(chart)?.queries ?? []), ...(built?.queries ?? [])]
    for (const query of queries) for (const text of chosen(query)) texts.add(text)
    // a chart type that is not known here: its form data determines what it reads
    if (!built) textsIn(formData, texts)
  }
  const targets = filterTargets(parseObject(dashboard.json_metadata)).filter((target) => target.datasetId === datasetId)
  const own = new Set(targets.map(({ filterId }) => String(filterId)))
  for (const filter of filtersOf(dashboard)) {
    if (!own.has(String(filter['id']))) continue
    const { targets: columns, controlValues, adhoc_filters, granularity_sqla, sortMetric, defaultDataMask } = filter
    const sorting = isRecord(controlValues) ? controlValues['sortMetric'] : undefined
    const extra = isRecord(defaultDataMask) ? defaultDataMask['extraFormData'] : undefined
    const groups = isRecord(extra) ? extra['interactive_groupby'] : undefined
    textsIn([columns, sorting, sortMetric, adhoc_filters, granularity_sqla, groups], texts)
  }
  const hasTimeColumns = offersTimeColumns(dashboard, forms, datasetId)
  if (hasTimeColumns) for (const { column_name, is_dttm } of dataset?.columns ?? []) if (is_dttm) texts.add(column_name)
  return { texts, hasTimeColumns, hasGroups: offersGroups(dashboard, own) }
}

/**
 * Throws unless a query of a guest reads only what the saved charts and filters of its dashboard read: a guest may
 * filter, sort and change the time grain, but not choose other columns, metrics or expressions. Returns the columns
 * that the response may name, for a request for the columns of the dataset.
 */
export async function checkGuestQuery(
  db: Db,
  subject: Subject,
  asked: { query: QueryObject; context: QueryContext; datasetId: number; data: DataRequest },
): Promise<ReadonlySet<string> | undefined> {
  if (!subject.guest) return undefined
  const { query, context, datasetId, data } = asked
  const result = query.result_type ?? context.result_type ?? 'full'
  if (!guestResults.includes(result)) throw denied()
  if (result === 'timegrains') return undefined
  const id = data.dashboardId
  const dashboard =
    id == null ? undefined : await db.selectFrom('dashboards').selectAll().where('id', '=', id).executeTakeFirst()
  if (!dashboard) throw denied()
  const { texts: allowed, hasTimeColumns, hasGroups } = await savedTexts(db, dashboard, datasetId)
  if (result === 'columns') {
    if (hasGroups) return allowed
    if (!hasTimeColumns) throw denied()
    const columns = (await findDataset(db, datasetId))?.columns ?? []
    return new Set(columns.flatMap(({ column_name, is_dttm }) => (is_dttm ? [column_name] : [])))
  }
  // range filters show the smallest and the largest value
  if (data.nativeFilterId) for (const bound of ['MIN', 'MAX']) allowed.add(bound)
  for (const text of chosen(query)) if (!allowed.has(text)) throw denied()
  const isEmpty = !query.columns?.length && !query.metrics?.length && !query.is_rowcount
  if (isEmpty && context.queries.length > 0) throw denied()
  return undefined
}
