import type { Generated } from 'kysely'
import type { Entity } from './entity.ts'

/** Databases, embedded tables and datasets. */
export interface DataTables {
  databases: DatabaseTable
  table_generations: TableGenerationTable
  datasets: DatasetTable
  dataset_columns: DatasetColumnTable
  dataset_metrics: DatasetMetricTable
  dataset_owners: DatasetOwnerTable
}

interface DatabaseTable extends Entity {
  database_name: string
  /** Name of its dialect (`duckdb`, `postgresql`, ...), the contract's `backend`. */
  backend: string
  /** Without its password. */
  sqlalchemy_uri: string
  /** Encrypted JSON: password, encrypted_extra. */
  secrets: string | null
  configuration_method: Generated<string>
  cache_timeout: number | null
  expose_in_sqllab: Generated<boolean>
  allow_run_async: Generated<boolean>
  allow_file_upload: Generated<boolean>
  allow_ctas: Generated<boolean>
  allow_cvas: Generated<boolean>
  allow_dml: Generated<boolean>
  force_ctas_schema: string | null
  impersonate_user: Generated<boolean>
  extra: string | null
  server_cert: string | null
  is_managed_externally: Generated<boolean>
  external_url: string | null
  /** Its tables are generation files of this server (`table_generations`). */
  is_embedded: Generated<boolean>
  extra_fields: string | null
}

/** One immutable file of an embedded table. The current one of a table is the row with `is_current`. */
interface TableGenerationTable {
  id: Generated<number>
  database_id: number
  table_name: string
  generation: number
  /** Relative to the home. */
  file: string
  rows: number
  bytes: number
  /** JSON: `[{name, type, genericType, nullable}]` */
  columns: string
  is_current: Generated<boolean>
  created_on: number
  created_by: number | null
}

interface DatasetTable extends Entity {
  table_name: string
  database_id: number
  catalog: string | null
  schema: string | null
  sql: string | null
  description: string | null
  main_dttm_col: string | null
  default_endpoint: string | null
  offset: Generated<number>
  cache_timeout: number | null
  params: string | null
  template_params: string | null
  filter_select_enabled: Generated<boolean>
  fetch_values_predicate: string | null
  extra: string | null
  is_sqllab_view: Generated<boolean>
  is_managed_externally: Generated<boolean>
  external_url: string | null
  normalize_columns: Generated<boolean>
  always_filter_main_dttm: Generated<boolean>
  extra_fields: string | null
  /** Incremented when cached results of this dataset are invalidated without a change of the dataset itself. */
  answers_version: Generated<number>
}

interface DatasetColumnTable {
  id: Generated<number>
  uuid: string
  dataset_id: number
  column_name: string
  verbose_name: string | null
  type: string | null
  advanced_data_type: string | null
  expression: string | null
  description: string | null
  extra: string | null
  filterable: Generated<boolean>
  groupby: Generated<boolean>
  is_active: Generated<boolean>
  is_dttm: Generated<boolean>
  python_date_format: string | null
  created_on: number
  changed_on: number
  created_by: number | null
  changed_by: number | null
  extra_fields: string | null
}

interface DatasetMetricTable {
  id: Generated<number>
  uuid: string
  dataset_id: number
  metric_name: string
  verbose_name: string | null
  metric_type: string | null
  expression: string
  description: string | null
  d3format: string | null
  currency: string | null
  warning_text: string | null
  extra: string | null
  created_on: number
  changed_on: number
  created_by: number | null
  changed_by: number | null
  extra_fields: string | null
}

interface DatasetOwnerTable {
  dataset_id: number
  user_id: number
}
