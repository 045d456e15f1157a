import type { Generated } from 'kysely'
import type { Entity } from './entity.ts'

/** SQL Lab: queries with their results, saved queries and tabs. */
export interface SqlLabTables {
  queries: QueryTable
  query_results: QueryResultTable
  query_result_pieces: QueryResultPieceTable
  saved_queries: SavedQueryTable
  tab_states: TabStateTable
  tab_table_schemas: TabTableSchemaTable
  named_results: NamedResultTable
}

/**
 * A query of SQL Lab, stored when it starts. `client_id` is created by the client and identifies the query in
 * addresses.
 */
interface QueryTable {
  id: Generated<number>
  client_id: string
  user_id: number | null
  database_id: number
  catalog: string | null
  schema: string | null
  tab_name: string | null
  sql_editor_id: string | null
  /** As the user wrote it. */
  sql: string
  select_sql: string | null
  /** The last statement as the database received it, without the text of row rules that the user may not see. */
  executed_sql: string | null
  row_limit: number | null
  limiting_factor: Generated<string>
  select_as_cta: Generated<boolean>
  select_as_cta_used: Generated<boolean>
  ctas_method: string | null
  tmp_table_name: string | null
  tmp_schema_name: string | null
  template_params: string | null
  status: QueryStatus
  progress: Generated<number>
  rows: number | null
  error_message: string | null
  /** Key of the last result. */
  results_key: string | null
  tracking_url: string | null
  /** JSON: see `QueryExtra`. */
  extra: string | null
  /** JSON: `[{catalog, schema, table}]` */
  sql_tables: string | null
  start_time: number
  start_running_time: number | null
  end_time: number | null
  changed_on: number
}

export type QueryStatus = 'stopped' | 'failed' | 'pending' | 'running' | 'scheduled' | 'success' | 'timed_out'

/** The result of one statement of a query. */
interface QueryResultTable {
  id: Generated<number>
  results_key: string
  query_id: number
  /** Position of the statement in the query, from 0. */
  statement: number
  /** JSON: `[{name, type, is_dttm}]` */
  columns: string
  rows: number
  bytes: number
  expires_on: number
}

/** Some rows of a result: records as JSON, separated by commas, without brackets around them. */
interface QueryResultPieceTable {
  result_id: number
  first_row: number
  rows: number
  body: string
}

/** Private to the user who created it. */
interface SavedQueryTable extends Entity {
  db_id: number | null
  catalog: string | null
  schema: string | null
  label: string | null
  description: string | null
  sql: string | null
  template_parameters: string | null
  rows: number | null
  last_run: number | null
  extra_json: string | null
}

/** A tab of a user's SQL editor. One of them is active. */
interface TabStateTable {
  id: Generated<number>
  user_id: number
  label: string | null
  active: Generated<boolean>
  database_id: number | null
  catalog: string | null
  schema: string | null
  sql: string | null
  query_limit: number | null
  /** `client_id` of a query. */
  latest_query_id: string | null
  autorun: Generated<boolean>
  template_params: string | null
  hide_left_bar: Generated<boolean>
  saved_query_id: number | null
  created_on: number
  changed_on: number
}

/** A table that the left pane of a tab shows. */
interface TabTableSchemaTable {
  id: Generated<number>
  tab_state_id: number
  database_id: number
  catalog: string | null
  schema: string | null
  table_name: string
  /** JSON, as the client sent it. */
  description: string | null
  expanded: Generated<boolean>
}

/** A result that a tab can query by name. */
interface NamedResultTable {
  id: Generated<number>
  tab_state_id: number
  /** In lower case. */
  name: string
  results_key: string
  created_on: number
}
