import { z } from 'zod'
import { isoText } from '../wire/answers.ts'

/** A column of a result. */
export const ResultColumn = z.strictObject({ name: z.string(), type: z.string(), is_dttm: z.boolean() })
export type ResultColumn = z.infer<typeof ResultColumn>

/** The position of an error in the text of the editor; line and column count from 1. */
export const TextPosition = z.strictObject({ line: z.int(), column: z.int().nullable() })
export type TextPosition = z.infer<typeof TextPosition>

/** An error in SQL, found without running it. Lines and columns count from 1. */
const Complaint = z.strictObject({
  line_number: z.int().nullable(),
  start_column: z.int().nullable(),
  end_column: z.int().nullable(),
  message: z.string(),
})
export type Complaint = z.infer<typeof Complaint>

/** `POST /api/v1/database/{id}/validate_sql/` */
export const ComplaintsAnswer = z.strictObject({ result: z.array(Complaint) })
export type ComplaintsAnswer = z.infer<typeof ComplaintsAnswer>

/** The result of one statement of an SQL text with several statements. */
export const StatementResult = z.strictObject({
  sql: z.string(),
  kind: z.string(),
  rows: z.int().nullable(),
  limit: z.int().nullable(),
  limitingFactor: z.string(),
  columns: z.array(ResultColumn),
  resultsKey: z.string().nullable(),
  startDttm: z.number(),
  endDttm: z.number(),
})
export type StatementResult = z.infer<typeof StatementResult>

/** The metadata that a query stores besides its columns. */
export const QueryExtra = z.strictObject({
  progress: z.string().nullish(),
  columns: z.array(ResultColumn).optional(),
  cancel_query: z.union([z.string(), z.int()]).nullish(),
  /** Present only if the SQL text has several statements. */
  statements: z.array(StatementResult).optional(),
  errors: z.array(z.unknown()).optional(),
})
export type QueryExtra = z.infer<typeof QueryExtra>

/** A query in SQL Lab. Times are epoch milliseconds; `id` is the id that its client created. */
export const QueryAnswer = z.strictObject({
  changedOn: z.string(),
  changed_on: isoText,
  dbId: z.int(),
  db: z.string().nullable(),
  endDttm: z.union([z.number(), z.string()]).nullable(),
  errorMessage: z.string().nullable(),
  executedSql: z.string().nullable(),
  id: z.string(),
  queryId: z.int(),
  limit: z.int().nullable(),
  limitingFactor: z.string(),
  progress: z.int(),
  rows: z.int().nullable(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  ctas: z.boolean(),
  serverId: z.int(),
  sql: z.string(),
  sqlEditorId: z.string().nullable(),
  startDttm: z.union([z.number(), z.string()]),
  state: z.string(),
  tab: z.string().nullable(),
  tempSchema: z.string().nullable(),
  tempTable: z.string().nullable(),
  userId: z.int().nullable(),
  user: z.string().nullable(),
  resultsKey: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  extra: QueryExtra,
})
export type QueryAnswer = z.infer<typeof QueryAnswer>

/** `POST /api/v1/sqllab/execute/` and `GET /api/v1/sqllab/results/`. */
export const ResultAnswer = z.strictObject({
  query_id: z.int(),
  status: z.string(),
  data: z.array(z.record(z.string(), z.unknown())),
  columns: z.array(ResultColumn),
  selected_columns: z.array(ResultColumn),
  expanded_columns: z.array(ResultColumn),
  query: QueryAnswer,
  displayLimitReached: z.boolean().optional(),
})
export type ResultAnswer = z.infer<typeof ResultAnswer>

/** A query that runs in the background. */
export const SubmittedAnswer = z.strictObject({ query: QueryAnswer })
export type SubmittedAnswer = z.infer<typeof SubmittedAnswer>

/** A row of the history. */
export const QueryRow = z.strictObject({
  id: z.int(),
  changed_on: isoText,
  client_id: z.string(),
  database: z.strictObject({ id: z.int().optional(), database_name: z.string().optional() }).nullable(),
  end_result_backend_time: z.null(),
  end_time: z.union([z.number(), z.string()]).nullable(),
  error_message: z.string().nullable(),
  executed_sql: z.string().nullable(),
  limit: z.int().nullable(),
  progress: z.int(),
  results_key: z.string().nullable(),
  rows: z.int().nullable(),
  schema: z.string().nullable(),
  select_as_cta: z.boolean(),
  select_as_cta_used: z.boolean(),
  select_sql: z.string().nullable(),
  sql: z.string(),
  sql_editor_id: z.string().nullable(),
  sql_tables: z.array(
    z.strictObject({ catalog: z.string().nullable(), schema: z.string().nullable(), table: z.string() }),
  ),
  start_running_time: z.union([z.number(), z.string()]).nullable(),
  start_time: z.union([z.number(), z.string()]),
  status: z.string(),
  tab_name: z.string().nullable(),
  tmp_schema_name: z.string().nullable(),
  tmp_table_name: z.string().nullable(),
  tracking_url: z.string().nullable(),
  user: z.strictObject({ id: z.int(), first_name: z.string(), last_name: z.string() }).nullable(),
})
export type QueryRow = z.infer<typeof QueryRow>

/** A table that a tab shows. */
export const TabTable = z.strictObject({
  id: z.int(),
  tab_state_id: z.int(),
  database_id: z.int(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  table: z.string(),
  description: z.record(z.string(), z.unknown()),
  expanded: z.boolean(),
})

/** A tab of the editor. */
export const TabAnswer = z.strictObject({
  id: z.int(),
  user_id: z.int(),
  label: z.string().nullable(),
  active: z.boolean(),
  database_id: z.int().nullable(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  table_schemas: z.array(TabTable),
  sql: z.string().nullable(),
  query_limit: z.int().nullable(),
  latest_query: QueryAnswer.nullable(),
  autorun: z.boolean(),
  template_params: z.string().nullable(),
  hide_left_bar: z.boolean(),
  saved_query: z.strictObject({ id: z.int() }).nullable(),
})
export type TabAnswer = z.infer<typeof TabAnswer>

/** The data that the editor needs at start. They are also part of the data in its page. */
export const StartData = z.strictObject({
  defaultDbId: z.int().nullable(),
  active_tab: TabAnswer.nullable(),
  databases: z.record(
    z.string(),
    z.strictObject({
      id: z.int(),
      database_name: z.string(),
      expose_in_sqllab: z.boolean(),
      allow_run_async: z.boolean(),
      allow_file_upload: z.boolean(),
      allow_ctas: z.boolean(),
      allow_cvas: z.boolean(),
      allow_dml: z.boolean(),
      force_ctas_schema: z.string().nullable(),
      backend: z.string(),
    }),
  ),
  queries: z.record(z.string(), QueryAnswer),
  tab_state_ids: z.array(z.strictObject({ id: z.int(), label: z.string().nullable() })),
})
export type StartData = z.infer<typeof StartData>
export const StartAnswer = z.strictObject({ result: StartData })
export type StartAnswer = z.infer<typeof StartAnswer>

/** The data that the editor needs to highlight and complete the SQL of a database. */
export const EditorDialect = z.strictObject({
  /** The quotes around a name; the second one is doubled within the name. */
  quote: z.strictObject({ open: z.string(), close: z.string() }),
  /** The dialect of the editor's package that has the keywords of the database; null: standard SQL. */
  keywords: z.enum(['MSSQL', 'MySQL', 'PLSQL', 'PostgreSQL', 'SQLite']).nullable(),
  functions: z.array(z.string()),
  /** Whether query plans of the database can be shown as trees. */
  explains: z.boolean(),
  /** Whether a query can be previewed on samples of its tables. */
  samples: z.boolean(),
})
export type EditorDialect = z.infer<typeof EditorDialect>

/** The first rows of a query on samples of its tables. */
export const SampleAnswer = z.strictObject({
  result: z.strictObject({ columns: z.array(ResultColumn), data: z.array(z.record(z.string(), z.unknown())) }),
})
export type SampleAnswer = z.infer<typeof SampleAnswer>

/** The cost of each statement, in the words of the database. */
export const EstimateAnswer = z.strictObject({ result: z.array(z.record(z.string(), z.string())) })
export type EstimateAnswer = z.infer<typeof EstimateAnswer>
export const FormatAnswer = z.strictObject({ result: z.string() })
export type FormatAnswer = z.infer<typeof FormatAnswer>
