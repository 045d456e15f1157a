import { isDeepStrictEqual } from 'node:util'
import type { Dataset, DatasetColumn } from '../../model/dataset/dataset.ts'
import { columnLabel, isAdhocColumn, isAdhocMetric, TIMESTAMP_LABEL } from '../../model/query/labels.ts'
import type { AdhocColumn } from '../../model/query/queryObject.ts'
import type { NewestPartition, OutputColumn } from '../contracts.ts'
import type { Dialect } from '../dialects/dialect.ts'
import {
  type DimensionContext,
  datasetColumn,
  resolveColumn,
  storedColumn,
  storedTimeOf,
  timestampExpression,
} from './dimensions.ts'
import { planFault } from './failure.ts'
import { planFilters, timeBounds, timeExtrasStatus } from './filters.ts'
import { metricColumns, resolveMetric } from './metrics.ts'
import type { NormalQuery } from './normalQuery.ts'
import {
  type Expression,
  hasFailingConditions,
  type Ordering,
  type Selected,
  type SelectTree,
  type SeriesLimit,
  type Source,
} from './tree.ts'

export interface PlanInput {
  query: NormalQuery
  dataset: Dataset
  dialect: Dialect
  /** The current time in wall-clock milliseconds, on which relative time ranges are based. */
  now: number
  /** Row rules of the reader, as SQL conditions that are combined with AND. */
  rules: readonly string[]
  adhocTypes: DimensionContext['adhocTypes']
  /** Columns whose filters a template of the dataset has read. */
  templateFilters?: readonly string[]
  /** The newest partition of the dataset's table, if a filter needs it. */
  partition?: NewestPartition | null
}

export interface QueryPlan {
  tree: SelectTree
  output: OutputColumn[]
  /** Hours added to returned times. */
  offsetHours: number
  appliedFilters: { column: string }[]
  rejectedFilters: { column: string; reason: string }[]
}

/** A column of degrees as cells, if the query has them. */
const inCells = ({ label, expression }: Selected, { cells }: NormalQuery): Selected =>
  cells?.columns.includes(label)
    ? { label, expression: { kind: 'cell', size: cells.degrees, of: expression } }
    : { label, expression }

/**
 * The meaning of a query as one SELECT, the same for every database. Pure.
 * @throws AppError 400 with the text of the contract if the query is invalid
 */
export function planQuery(input: PlanInput): QueryPlan {
  const { query, dataset, dialect, now, rules, adhocTypes, templateFilters, partition } = input
  const context: DimensionContext = { dataset, dialect, adhocTypes, zone: query.zone, calendar: query.calendar }
  refuseUnknownColumns(query, dataset)
  const timeColumn = timeColumnOf(query, dataset)
  const metrics = (query.metrics ?? []).map((metric) => resolveMetric(metric, context))
  const dimensions = query.columns
    .filter((column) => column !== TIMESTAMP_LABEL)
    .map((column) =>
      query.granularity && column === timeColumn?.column_name && query.metrics
        ? { label: column, expression: timestampExpression(timeColumn, query.timeGrain, context) }
        : inCells(resolveColumn(column, context), query),
    )
  if (!metrics.length && !dimensions.length) throw planFault('Empty query?')
  const axis: Selected[] =
    query.isTimeseries && timeColumn
      ? [{ label: TIMESTAMP_LABEL, expression: timestampExpression(timeColumn, query.timeGrain, context) }]
      : []
  const select = withoutRepeats([...axis, ...dimensions, ...metrics])
  const orderBy = query.orderby.map(([by, ascending]) => ordering(by, ascending, select, query, context))
  const isGrouped = query.metrics !== null || query.orderby.some(([by]) => isMetricOrder(by, query, dataset))
  const filters = planFilters(query, context, now, templateFilters, partition)
  const boundsOf = (
    { since, until }: Pick<NormalQuery, 'since' | 'until'>,
    column: DatasetColumn | null = timeColumn,
  ): Expression[] => {
    if (!column) return []
    const stored = (wallMs: number) => storedTimeOf(wallMs, column, context)
    const bounds = timeBounds(storedColumn(column), column, since, until, stored)
    return bounds ? [bounds] : []
  }
  const conditions: Expression[] = [
    ...filters.conditions,
    ...(query.where ? [{ kind: 'sql', text: query.where, use: 'where' } as const] : []),
    ...(query.applyFetchValuesPredicate && dataset.fetch_values_predicate
      ? [{ kind: 'sql', text: dataset.fetch_values_predicate, use: 'where', saved: true } as const]
      : []),
  ]
  const extras = timeExtrasStatus(query.appliedTimeExtras, dataset)
  const tree: Omit<SelectTree, 'source'> = {
    select,
    seriesLimit: seriesLimit(
      query,
      dimensions,
      metrics,
      [...boundsOf(query.rankedRange ?? query), ...conditions],
      context,
    ),
    where: [...boundsOf(query, mainTimeColumn(dataset, timeColumn)), ...boundsOf(query), ...conditions],
    groupBy: isGrouped ? [...axis, ...dimensions].map(({ expression }) => expression) : null,
    having: query.having ? [{ kind: 'sql', text: query.having, use: 'having' }] : [],
    orderBy,
    limit: query.rowLimit,
    offset: query.rowOffset,
    countAs: query.isRowcount ? 'rowcount' : null,
  }
  const source = sourceOf(dataset, rules)
  const isFenced = rules.length > 0 && hasFailingConditions(tree)
  return {
    tree: { ...tree, source: isFenced ? { ...source, isFenced } : source },
    output: query.isRowcount
      ? [{ label: 'rowcount' }]
      : select.map((selected) => outputColumn(selected, query, dataset)),
    offsetHours: dataset.offset + query.timeShiftMs / 3_600_000,
    appliedFilters: [...filters.applied, ...extras.applied],
    rejectedFilters: [...filters.rejected, ...extras.rejected],
  }
}

/** Saved SQL makes a dataset virtual; empty text does not. A trailing semicolon would end the surrounding query. */
export function sourceOf(dataset: Dataset, rules: readonly string[] = []): Source {
  const source = dataset.sql?.trim() ? { sql: dataset.sql } : { table: dataset }
  if (rules.length === 0) return source
  return { ...source, rules: rules.map((text) => ({ kind: 'sql', text, use: 'where', saved: true })) }
}

function refuseUnknownColumns(query: NormalQuery, dataset: Dataset): void {
  const names = [...query.columns.filter((column) => typeof column === 'string'), ...metricColumns(query.metrics ?? [])]
  const missing = names.filter((name) => name !== TIMESTAMP_LABEL && !datasetColumn(dataset, name))
  if (missing.length) throw planFault(`Columns missing in dataset: [${missing.map((name) => `'${name}'`).join(', ')}]`)
}

/**
 * The column of the time bounds and of the legacy time axis. If it is not a time column, the dataset's main time column
 * is used.
 */
function timeColumnOf(query: NormalQuery, dataset: Dataset): DatasetColumn | null {
  const named = query.granularity ? datasetColumn(dataset, query.granularity) : undefined
  const main = dataset.main_dttm_col
  const name = named?.is_dttm ? named.column_name : query.granularity ? main : null
  const column = name ? datasetColumn(dataset, name) : undefined
  if (column) return column
  if (query.isTimeseries) {
    throw planFault('Datetime column not provided as part table configuration and is required by this type of chart')
  }
  if (name) throw planFault(`Time column "${name}" does not exist in dataset`)
  return null
}

/** The dataset's main time column, if it must be bounded in addition to another one. */
function mainTimeColumn(dataset: Dataset, bounded: DatasetColumn | null): DatasetColumn | null {
  if (!dataset.always_filter_main_dttm || !dataset.main_dttm_col || !bounded) return null
  const main = datasetColumn(dataset, dataset.main_dttm_col)
  return main?.is_dttm && main.column_name !== bounded.column_name ? main : null
}

const withoutRepeats = (selected: Selected[]): Selected[] =>
  selected.filter(({ label }, index) => selected.findIndex((other) => other.label === label) === index)

/** A metric in ORDER BY makes the query an aggregation. */
function isMetricOrder(by: NormalQuery['orderby'][number][0], query: NormalQuery, dataset: Dataset): boolean {
  if (typeof by === 'string') return !datasetColumn(dataset, by) && isSavedMetric(by, dataset)
  return isAdhocMetric(by) && !isSelectedColumn(by, query) && !('columnType' in by)
}

const isSavedMetric = (name: string, dataset: Dataset) =>
  dataset.metrics.some(({ metric_name }) => metric_name === name)

const isSelectedColumn = (by: unknown, query: NormalQuery): by is AdhocColumn =>
  isAdhocColumn(by) && query.columns.some((column) => columnLabel(column) === columnLabel(by))

function ordering(
  by: NormalQuery['orderby'][number][0],
  ascending: boolean,
  select: Selected[],
  query: NormalQuery,
  context: DimensionContext,
): Ordering {
  const { dataset } = context
  if (typeof by !== 'string' && (typeof by !== 'object' || by === null)) {
    throw planFault(`Unknown column used in orderby: ${String(by)}`)
  }
  if (typeof by === 'string') {
    if (select.some(({ label }) => label === by)) return { by: { label: by }, ascending }
    const column = datasetColumn(dataset, by)
    if (column) return { by: { expression: resolveColumn(by, context).expression }, ascending }
    if (!isSavedMetric(by, dataset)) throw planFault(`Unknown column used in orderby: ${by}`)
    return { by: { expression: resolveMetric(by, context).expression }, ascending }
  }
  if (isSelectedColumn(by, query)) return { by: { label: columnLabel(by) }, ascending }
  if (isAdhocColumn(by) && (by.columnType || datasetColumn(dataset, by.sqlExpression))) {
    return { by: { expression: resolveColumn(by, context).expression }, ascending }
  }
  const metric = resolveMetric(by, context)
  const same = select.find(({ expression }) => isDeepStrictEqual(expression, metric.expression))
  return { by: same ? { label: same.label } : { expression: metric.expression }, ascending }
}

function seriesLimit(
  query: NormalQuery,
  dimensions: Selected[],
  metrics: Selected[],
  where: Expression[],
  context: DimensionContext,
): SeriesLimit | null {
  if (query.seriesLimit <= 0 || query.metrics === null) return null
  const labels = new Set(query.seriesColumns.map(columnLabel))
  const limited = dimensions.filter(({ label }) => (query.isTimeseries && !labels.size) || labels.has(label))
  if (!limited.length) return null
  const rank = query.seriesLimitMetric ? resolveMetric(query.seriesLimitMetric, context) : metrics[0]
  return {
    dimensions: limited,
    rank: rank?.expression ?? { kind: 'countAll' },
    descending: query.orderDesc,
    limit: query.seriesLimit,
    where,
  }
}

function outputColumn({ label, expression }: Selected, query: NormalQuery, dataset: Dataset): OutputColumn {
  const column = datasetColumn(dataset, label)
  if (label === TIMESTAMP_LABEL) {
    const source = query.granularity ? datasetColumn(dataset, query.granularity) : undefined
    return { label, time: { format: storedFormat(source, expression) } }
  }
  if (!column?.is_dttm) return { label }
  const axes = query.columns.filter((axis) => isAdhocColumn(axis) && axis.columnType === 'BASE_AXIS').map(columnLabel)
  if (!axes.includes(label) && label !== query.granularity) return { label, isDttm: true }
  return { label, isDttm: true, time: { format: storedFormat(column, expression) } }
}

/** How returned values encode times. Epoch columns that the query converted to timestamps are read as timestamps. */
function storedFormat(column: DatasetColumn | undefined, expression: Expression): string | null {
  const of = expression.kind === 'bucket' ? expression.of : expression
  return of.kind === 'fromEpoch' || of.kind === 'inZone' ? null : (column?.python_date_format ?? null)
}
