import { z } from 'zod'

export const AdhocColumn = z.looseObject({
  label: z.string().nullish(),
  sqlExpression: z.string(),
  expressionType: z.literal('SQL').nullish(),
  columnType: z.enum(['BASE_AXIS', 'SERIES']).nullish(),
  timeGrain: z.string().nullish(),
  hasCustomLabel: z.boolean().nullish(),
})
export type AdhocColumn = z.infer<typeof AdhocColumn>

export const QueryColumn = z.union([z.string(), AdhocColumn])
export type QueryColumn = z.infer<typeof QueryColumn>

export const AdhocMetric = z.looseObject({
  expressionType: z.enum(['SIMPLE', 'SQL']),
  column: z.looseObject({ column_name: z.string() }).nullish(),
  aggregate: z.string().nullish(),
  sqlExpression: z.string().nullish(),
  label: z.string().nullish(),
  hasCustomLabel: z.boolean().nullish(),
  optionName: z.string().nullish(),
})
export type AdhocMetric = z.infer<typeof AdhocMetric>

/** A saved metric's name, an adhoc metric, or the legacy `{label}`. */
export const QueryMetric = z.union([z.string(), AdhocMetric, z.looseObject({ label: z.string() })])
export type QueryMetric = string | AdhocMetric | { label: string }

export interface QueryFilter {
  col: QueryColumn
  op: string
  val?: unknown
  grain?: string | null
  isExtra?: boolean | null
}

export interface AdhocFilter {
  expressionType: 'SIMPLE' | 'SQL'
  clause: 'WHERE' | 'HAVING'
  subject?: string | null
  operator?: string | null
  operatorId?: string
  comparator?: unknown
  sqlExpression?: string | null
  /** added by a dashboard from which the chart was opened; not saved with the chart */
  isExtra?: boolean
  /** the chart's own time range, which the dashboard's replaces in `comparator` */
  ownComparator?: unknown
  isNew?: boolean
  datasourceWarning?: boolean
  filterOptionName?: string
}

export interface PostProcessingStep {
  operation: string
  options?: Record<string, unknown>
}

/**
 * Points that are combined: one row for each square cell of a map that contains points. With `degrees`, the rows of the
 * query are cells of this size. Without, they are points, or cells if there are more points than the row limit.
 */
export interface PointCells {
  /** names of the columns with degrees; they are among the columns of the query */
  longitude: string
  latitude: string
  /** labels of columns whose values get separate cells */
  by?: string[]
  /** only additive metrics: the value of a cell is the sum over its points */
  sums?: boolean
  degrees?: number
}

/** One query of a query context. Fields that are not listed here are dropped by the server. */
export interface QueryObject {
  datasource?: { id: number; type: string }
  result_type?: ResultType
  columns?: QueryColumn[]
  /** null or absent: raw rows; a list, even an empty one: grouped. */
  metrics?: QueryMetric[] | null
  filters?: QueryFilter[]
  extras?: { where?: string; having?: string; time_grain_sqla?: string; relative_start?: string; relative_end?: string }
  granularity?: string
  time_range?: string
  time_shift?: string
  is_timeseries?: boolean
  row_limit?: number
  row_offset?: number
  series_columns?: QueryColumn[]
  series_limit?: number
  series_limit_metric?: QueryMetric | null
  order_desc?: boolean
  orderby?: [QueryColumn | QueryMetric, boolean][]
  is_rowcount?: boolean
  apply_fetch_values_predicate?: boolean
  time_offsets?: string[]
  post_processing?: (PostProcessingStep | null | undefined)[]
  annotation_layers?: Record<string, unknown>[]
  applied_time_extras?: Record<string, string>
  url_params?: Record<string, string>
  /** Our own: IANA name of the zone in which times are read and shown. Absent: that of the dashboard or the reader. */
  time_zone?: string
  /** Our own: points of a map, which are combined if there are many. */
  point_cells?: PointCells
  [kept: string]: unknown
}

export type ResultType =
  | 'full'
  | 'query'
  | 'results'
  | 'samples'
  | 'drill_detail'
  | 'columns'
  | 'timegrains'
  | 'post_processed'
export type ResultFormat = 'json' | 'csv' | 'xlsx'

/** Body of POST /api/v1/chart/data. */
export interface QueryContext {
  datasource: { id: number; type: string }
  queries: QueryObject[]
  force?: boolean
  result_type?: ResultType
  result_format?: ResultFormat
  custom_cache_timeout?: number | null
  form_data?: Record<string, unknown>
}
