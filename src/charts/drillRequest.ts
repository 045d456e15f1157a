import { ownValue } from '../model/basics/ownValue.ts'
import { GenericType } from '../model/dataset/dataset.ts'
import type { ChartData } from '../model/query/chartData.ts'
import { columnLabel, isAdhocColumn, TIMESTAMP_LABEL } from '../model/query/labels.ts'
import type { QueryColumn, QueryContext, QueryFilter, QueryObject } from '../model/query/queryObject.ts'
import type { ChartDatasource, DrillContext } from './shared/contract.ts'

/** The rows behind a mark, as the samples route expects them. */
interface DrillRequest {
  datasetId: number
  query: Pick<QueryObject, 'filters' | 'granularity' | 'time_range' | 'extras'>
}

export interface DrillInput {
  /** of the chart, with the filters of its dashboard */
  context: QueryContext
  datasource: Pick<ChartDatasource, 'columnTypes'>
  drill: DrillContext
  /** the chart's results: their types decide how times are compared */
  data: readonly ChartData[]
}

/**
 * The filters of a chart's query and those of one of its marks. A mark names result columns; its filters compare the
 * columns, time buckets or expressions that the query selects under these names. Pure.
 */
export function drillRequest({ context, datasource, drill, data }: DrillInput): DrillRequest {
  const query = context.queries[drill.query ?? 0] ?? {}
  const { where, time_grain_sqla, relative_start, relative_end } = query.extras ?? {}
  const own = markFilters({ context, datasource, drill, data })
  return {
    datasetId: context.datasource.id,
    query: withoutUnset({
      filters: [...(query.filters ?? []), ...own],
      granularity: query.granularity,
      time_range: query.time_range,
      extras: withoutUnset({ where, time_grain_sqla, relative_start, relative_end }),
    }),
  }
}

/** The filters that select the rows of a mark among those of its query. */
export function markFilters({ context, datasource, drill, data }: DrillInput): QueryFilter[] {
  const at = drill.query ?? 0
  const query = context.queries[at] ?? {}
  return drill.filters.map((filter) => selectedFilter(filter, query, datasource.columnTypes, data[at]))
}

type ColumnTypes = ChartDatasource['columnTypes']

function selectedFilter(
  filter: QueryFilter,
  query: QueryObject,
  types: ColumnTypes,
  answer: ChartData | undefined,
): QueryFilter {
  const { op, val } = filter
  const label = columnLabel(filter.col)
  const withGrain = (col: QueryColumn, grain: string | null | undefined) => ({
    col,
    op,
    ...(val !== undefined && { val }),
    ...(grain && val != null && { grain }),
  })
  if (label === TIMESTAMP_LABEL && query.granularity) return withGrain(query.granularity, query.extras?.time_grain_sqla)
  const column = (query.columns ?? []).find((each) => columnLabel(each) === label)
  if (!isAdhocColumn(column)) return filter
  const type = ownValue(types, column.sqlExpression)
  const isTimeAxis = column.columnType === 'BASE_AXIS' && type === GenericType.temporal
  // a dashboard's time column replaces the column of the axis
  if (isTimeAxis) return withGrain(query.granularity || column.sqlExpression, column.timeGrain)
  if (type !== undefined) return withGrain(column.sqlExpression, undefined)
  const isTime = answer?.coltypes[answer.colnames.indexOf(label)] === GenericType.temporal
  // the value of an expression is compared in the format of the database
  return { col: column, op, ...(val !== undefined && { val: isTime && typeof val === 'number' ? timeText(val) : val }) }
}

const timeText = (ms: number) =>
  new Date(ms)
    .toISOString()
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, '')

const withoutUnset = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null)) as T
