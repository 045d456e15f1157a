/** Generic column types of the contract, also the codes of `coltypes`. */
export const GenericType = { numeric: 0, string: 1, temporal: 2, boolean: 3 } as const
export type GenericType = (typeof GenericType)[keyof typeof GenericType]

export interface DatasetColumn {
  id: number
  uuid: string
  column_name: string
  verbose_name: string | null
  /** Declared database type as text, any dialect; null if unknown. */
  type: string | null
  advanced_data_type: string | null
  /** SQL of a calculated column, else null. */
  expression: string | null
  description: string | null
  filterable: boolean
  groupby: boolean
  is_active: boolean
  is_dttm: boolean
  python_date_format: string | null
  extra: string | null
}

export interface DatasetMetric {
  id: number
  uuid: string
  metric_name: string
  verbose_name: string | null
  metric_type: string | null
  expression: string
  description: string | null
  d3format: string | null
  currency: string | null
  warning_text: string | null
  extra: string | null
}

/** A dataset as needed by the engine and the query builders. */
export interface Dataset {
  id: number
  uuid: string
  table_name: string
  catalog: string | null
  schema: string | null
  /** SQL of a virtual dataset, null for a physical one. */
  sql: string | null
  /** The schema of unqualified table names in its SQL; absent: the default schema of the connection. */
  namesIn?: string
  main_dttm_col: string | null
  /** Time bounds on another column also apply to the main time column, so that its index or partitions are used. */
  always_filter_main_dttm?: boolean
  /** Hours added to returned time values. */
  offset: number
  cache_timeout: number | null
  fetch_values_predicate: string | null
  template_params: string | null
  extra: string | null
  changed_on: number
  /** Incremented when its cached results are invalidated; 0 initially. */
  answers_version?: number
  database: {
    id: number
    /** Incremented by every change of the connection; absent where it is not known. */
    version?: number
    uuid: string
    name: string
    backend: string
    cache_timeout: number | null
  }
  columns: DatasetColumn[]
  metrics: DatasetMetric[]
}
