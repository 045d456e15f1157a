import type { GenericType } from '../dataset/dataset.ts'

/** One value of an answer as JSON carries it. Times are epoch milliseconds (UTC). */
export type JsonCell = null | number | string | boolean | JsonCell[]

/**
 * One query's answer in our columnar encoding (dashboard stream, explore). `columns[i]` are the values of `colnames[i]`.
 * The row encoding of POST /api/v1/chart/data has the same fields but `data` (a list of records) for `columns`.
 */
export interface ChartData {
  colnames: string[]
  coltypes: GenericType[]
  columns: JsonCell[][]
  rowcount: number
  indexnames?: unknown[]
  /** Result column -> the metric and dimension values it was made of. */
  label_map: Record<string, string[]>
  from_dttm: number | null
  to_dttm: number | null
  is_cached: boolean | null
  cached_dttm: string | null
  cache_key: string | null
  applied_filters: { column: string }[]
  rejected_filters: { column: string; reason: string }[]
  annotation_data?: Record<string, unknown>
  query?: string
  status: string
  error: string | null
}

/**
 * Body of POST /api/v1/dashboard/{id or slug}/data. The order is the order of answering (viewport first). The data
 * masks in scope of each chart arrive already merged (model/dataMask, pure).
 */
export interface DashboardDataRequest {
  queries: { chartId: number; extraFormData?: Record<string, unknown>; ownState?: Record<string, unknown> }[]
  force?: boolean
}

/** One line (NDJSON) of its answer; the last line is `{done: true}`. A stream that ends without it was cut off. */
export type DashboardDataLine =
  | { chartId: number; result: ChartData[] }
  | { chartId: number; error: { status: number; message: string; error_type?: string; extra?: unknown } }
  | { done: true }
