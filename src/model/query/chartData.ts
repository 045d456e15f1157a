import { z } from 'zod'
import { genericType } from '../dataset/genericType.ts'
import { AsyncJob } from './asyncJob.ts'
import { ShownType } from './shownType.ts'
import { mostSourceCharts } from './sourceCharts.ts'

/** One value of a result as JSON. Times are epoch milliseconds (UTC). */
export type JsonCell = null | number | string | boolean | JsonCell[]
const cell = z.custom<JsonCell>((value) => value === null || typeof value !== 'object' || Array.isArray(value))

/** Fields of a query's result besides its rows, in both encodings. */
const answerFields = {
  colnames: z.array(z.string()),
  coltypes: z.array(genericType),
  rowcount: z.int(),
  indexnames: z.array(z.unknown()).optional(),
  /** Result column -> its metric and dimension values. */
  label_map: z.record(z.string(), z.array(z.string())),
  from_dttm: z.number().nullable(),
  to_dttm: z.number().nullable(),
  /** Our own: the zone of all times, if the request, the dashboard or the reader chose one. */
  time_zone: z.string().optional(),
  /** Our own: if points of a map were combined and each row is a square cell, the side of a cell in degrees. */
  cell_degrees: z.number().optional(),
  is_cached: z.boolean().nullable(),
  cached_dttm: z.string().nullable(),
  cache_key: z.string().nullable(),
  applied_filters: z.array(z.object({ column: z.string() })),
  rejected_filters: z.array(z.object({ column: z.string(), reason: z.string() })),
  annotation_data: z.record(z.string(), z.unknown()).optional(),
  query: z.string().optional(),
  status: z.string(),
  error: z.string().nullable(),
}

/** Why a chart may not show all rows of its query, as far as the engine can tell without another query. */
const LeftOut = z.object({
  /** The rows of the SQL, before post-processing, if they reached the row limit. */
  rows: z.int().optional(),
  /** The number of series, if it reached the series limit. */
  series: z.int().optional(),
  /** Metric that is additive -> its sum in these rows; null: its values are a column of the result. */
  sums: z.record(z.string(), z.number().nullable()).optional(),
  /** Rows without a value in this column were dropped by a pivot. */
  without: z.string().optional(),
})

/**
 * The result of one query in our columnar encoding (dashboard stream, explore). `columns[i]` are the values of
 * `colnames[i]`. The row encoding of POST /api/v1/chart/data has the same fields except `data` (a list of records)
 * instead of `columns`.
 */
export const ChartData = z.object({ ...answerFields, columns: z.array(z.array(cell)), left_out: LeftOut.optional() })
export type ChartData = z.infer<typeof ChartData>

/** `POST /api/v1/explore/data` */
export const ExploreDataAnswer = z.strictObject({ result: z.array(ChartData) })
export type ExploreDataAnswer = z.infer<typeof ExploreDataAnswer>

/** The result of one query in the contract's row encoding; which fields are present depends on the result type. */
const ChartDataRows = z.object({
  ...z.object(answerFields).partial().shape,
  data: z.array(z.record(z.string(), z.unknown())),
})
export type ChartDataRows = z.infer<typeof ChartDataRows>

/** The text of a query, which is not run. */
const QueryText = z.object({
  language: z.string().nullable(),
  query: z.string().optional(),
  error: z.string().nullish(),
})
export type QueryText = z.infer<typeof QueryText>

/** A post-processed table (result type `post_processed`): its values by column, then by row. */
const PostProcessedTable = z.object({
  ...z.object(answerFields).partial().shape,
  /** One name per header row where the columns are nested. */
  colnames: z.array(z.union([z.string(), z.array(z.string())])),
  data: z.record(z.string(), z.record(z.string(), z.unknown())),
})

/** `POST /api/v1/chart/data` for JSON. */
export const ChartDataAnswer = z.strictObject({
  result: z.array(z.union([ChartDataRows, PostProcessedTable, QueryText])),
})

/** `POST /datasource/samples` */
const Samples = z.object({
  ...answerFields,
  data: z.array(z.record(z.string(), cell)),
  page: z.int(),
  per_page: z.int(),
  total_count: z.int(),
})
export const SamplesAnswer = z.strictObject({ result: Samples })
export type SamplesAnswer = z.infer<typeof SamplesAnswer>

/** The distinct values of a column. */
export const ColumnValuesAnswer = z.strictObject({
  result: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type ColumnValuesAnswer = z.infer<typeof ColumnValuesAnswer>

/** The current meaning of a time range: ISO text without time zone, empty if unbounded. */
export const TimeRangeAnswer = z.strictObject({
  result: z.strictObject({ since: z.string(), until: z.string(), timeRange: z.string() }),
})
export type TimeRangeAnswer = z.infer<typeof TimeRangeAnswer>

/** Several time ranges, as later releases request them; `shift`: a period by which a range is shifted back. */
export const TimeRangesAnswer = z.strictObject({
  result: z.array(TimeRangeAnswer.shape.result.extend({ shift: z.string().nullable() })),
})

/** A saved chart that another chart draws: all that drawing needs besides the data. */
const SourceOfLine = z.strictObject({
  name: z.string(),
  type: ShownType,
  /** in the current format */
  formData: z.record(z.string(), z.unknown()),
  /** labels and formats of its dataset: see `ChartDatasource` */
  datasource: z.strictObject({
    verboseMap: z.record(z.string(), z.string()),
    columnFormats: z.record(z.string(), z.string()),
    currencyFormats: z.record(
      z.string(),
      z.strictObject({ symbol: z.string(), symbolPosition: z.enum(['prefix', 'suffix']) }),
    ),
    columnTypes: z.record(z.string(), genericType),
    mainDttmCol: z.string().nullable(),
  }),
})

/**
 * Body of POST /api/v1/dashboard/{id or slug}/data. Queries start in this order (visible charts first). The data masks
 * in scope of each chart are already merged (`model/dashboard/dataMaskMerge.ts`).
 */
export const DashboardDataRequest = z.object({
  queries: z
    .array(
      z.object({
        chartId: z.int(),
        extraFormData: z.record(z.string(), z.unknown()).optional(),
        ownState: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .max(1000),
  force: z.boolean().optional(),
})
export type DashboardDataRequest = z.infer<typeof DashboardDataRequest>

/** Body of POST /api/v1/explore/source_charts; the lines of the response are like those for a dashboard. */
export const SourceChartsRequest = z.object({
  charts: z.array(z.int()).max(mostSourceCharts),
  extraFormData: z.record(z.string(), z.unknown()).optional(),
  /** without the row and series limits of the charts */
  isUnlimited: z.boolean().optional(),
})
export type SourceChartsRequest = z.infer<typeof SourceChartsRequest>

/** The fields of a chart's line besides its data. */
const lineFields = {
  chartId: z.int(),
  /** the fields of its form data that the filters of the dashboard changed */
  form: z.record(z.string(), z.unknown()).optional(),
  /** the chart itself, if it was requested as a source of another one */
  source: SourceOfLine.optional(),
}

/**
 * One line (NDJSON) of the response to either request; the last line is `{done: true}`. A response without that line
 * was cut off.
 */
export const DashboardDataLine = z.union([
  z.strictObject({ ...lineFields, result: z.array(ChartData) }),
  /** The chart's query takes long: the result follows as an event. */
  z.strictObject({ ...lineFields, job: AsyncJob }),
  z.strictObject({
    chartId: z.int(),
    error: z.strictObject({
      status: z.int(),
      message: z.string(),
      error_type: z.string().optional(),
      extra: z.unknown().optional(),
    }),
  }),
  z.strictObject({ done: z.literal(true) }),
])
export type DashboardDataLine = z.infer<typeof DashboardDataLine>

/** A line whose jobs have been replaced by their results. */
export type ChartLine = Exclude<DashboardDataLine, { job: unknown }>
