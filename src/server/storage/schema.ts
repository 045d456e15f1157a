import type { Generated, Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely'
import type { FoldedKind } from '../../model/folder/folderForm.ts'
import type { SearchedKind } from '../../model/search/searchAnswer.ts'
import type { VersionKind } from '../../model/versions/versionAnswers.ts'
import type { KeyScope } from '../access/subject.ts'

/**
 * The metadata store, the same on SQLite and PostgreSQL. Times are UTC epoch milliseconds, JSON is text that the
 * entity's schema parses, booleans are booleans (see `booleans.ts`). `extra_fields` is a JSON object with the fields of
 * an imported file that this version does not know; an export writes them again.
 */
export interface Tables {
  settings: SettingTable
  users: UserTable
  roles: RoleTable
  user_roles: UserRoleTable
  role_permissions: RolePermissionTable
  permission_names: NameTable
  view_names: NameTable
  route_permissions: RoutePermissionTable
  view_menus: NameTable
  permission_pairs: PermissionPairTable
  data_grants: DataGrantTable
  sessions: SessionTable
  sign_in_links: SignInLinkTable
  api_keys: ApiKeyTable
  external_identities: ExternalIdentityTable
  second_factors: SecondFactorTable
  recovery_codes: RecoveryCodeTable
  databases: DatabaseTable
  table_generations: TableGenerationTable
  datasets: DatasetTable
  dataset_columns: DatasetColumnTable
  dataset_metrics: DatasetMetricTable
  dataset_owners: DatasetOwnerTable
  charts: ChartTable
  chart_owners: ChartOwnerTable
  dashboards: DashboardTable
  dashboard_charts: DashboardChartTable
  dashboard_owners: DashboardOwnerTable
  dashboard_roles: DashboardRoleTable
  favourites: FavouriteTable
  key_values: KeyValueTable
  row_rules: RowRuleTable
  row_rule_datasets: RowRuleDatasetTable
  row_rule_roles: RowRuleRoleTable
  annotation_layers: AnnotationLayerTable
  annotations: AnnotationTable
  css_templates: CssTemplateTable
  dynamic_plugins: DynamicPluginTable
  boundary_maps: BoundaryMapTable
  boundary_areas: BoundaryAreasTable
  filter_sets: FilterSetTable
  tags: TagTable
  tagged_objects: TaggedObjectTable
  stored_texts: StoredTextTable
  embedded_dashboards: EmbeddedDashboardTable
  queries: QueryTable
  query_results: QueryResultTable
  query_result_pieces: QueryResultPieceTable
  saved_queries: SavedQueryTable
  tab_states: TabStateTable
  tab_table_schemas: TabTableSchemaTable
  named_results: NamedResultTable
  logs: LogTable
  jobs: JobTable
  job_effects: JobEffectTable
  job_schedules: JobScheduleTable
  async_channels: AsyncChannelTable
  async_jobs: AsyncJobTable
  async_events: AsyncEventTable
  report_schedules: ReportTable
  report_recipients: ReportRecipientTable
  report_owners: ReportOwnerTable
  report_tables: ReportTableTable
  report_logs: ReportLogTable
  report_unsubscribed: ReportUnsubscribedTable
  versions: VersionTable
  trash: TrashTable
  trash_owners: TrashOwnerTable
  search_queue: SearchQueueTable
  search_objects: SearchObjectTable
  search_words: SearchWordTable
  search_postings: SearchPostingTable
  search_variants: SearchVariantTable
  folders: FolderTable
  folder_objects: FolderObjectTable
  folder_rights: FolderRightTable
}

export type TableName = keyof Tables

/** A connection or a transaction of the metadata store. */
export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

/** Columns of every editable entity. `version` is incremented with each change (ETag, If-Match). */
interface Entity {
  id: Generated<number>
  uuid: string
  version: Generated<number>
  created_on: number
  changed_on: number
  created_by: number | null
  changed_by: number | null
}

interface SettingTable {
  name: string
  value: string
}

interface UserTable extends Entity {
  username: string
  first_name: string
  last_name: string
  email: string
  /** Argon2id hash, null until the one-time link was used. */
  password_hash: string | null
  /** Tokens issued before this time are invalid. */
  password_changed_on: number | null
  is_active: Generated<boolean>
  last_login: number | null
  login_count: Generated<number>
  /** The language that the user chose, `pt_BR`; null: that of the browser. */
  language: string | null
  fail_login_count: Generated<number>
  /** IANA name; null: times as the data has them. */
  time_zone: string | null
}

interface RoleTable {
  id: Generated<number>
  name: string
  /** Admin, Alpha, Gamma, sql_lab and Public: their permissions are set by the release, not by an administrator. */
  is_builtin: Generated<boolean>
}

interface UserRoleTable {
  user_id: number
  role_id: number
}

/** `permission` is the pair as one word: `can_read:Chart`, `all_datasource_access:all_datasource_access`. */
interface RolePermissionTable {
  role_id: number
  permission: string
}

/** `permission_names`, `view_names`; the view `view_menus` also contains the objects that data grants name. */
interface NameTable {
  id: Generated<number>
  name: string
}

/** The pairs of this release with their ids. */
interface RoutePermissionTable {
  id: Generated<number>
  permission_id: number
  view_id: number
}

/** A view: the pairs of `route_permissions`, and one for each database, schema and dataset. */
interface PermissionPairTable {
  id: Generated<number>
  permission_id: number
  view_menu_id: number
}

/** Grants. kind database: `database_id`; schema: plus `schema`; dataset: `dataset_id`. */
interface DataGrantTable {
  id: Generated<number>
  role_id: number
  kind: 'database' | 'schema' | 'dataset'
  database_id: number | null
  schema: string | null
  dataset_id: number | null
}

interface SessionTable {
  /** SHA-256 of the random id in the cookie, hex. */
  id_hash: string
  user_id: number
  created_on: number
  used_on: number
  address: string | null
  /** An administrator views the product as this user. */
  viewed_user_id: Generated<number | null>
}

interface SignInLinkTable {
  token_hash: string
  user_id: number
  expires_on: number
  used_on: number | null
}

/** An account of a user at an identity provider or in a directory. */
interface ExternalIdentityTable {
  id: Generated<number>
  user_id: number
  provider: 'oidc' | 'ldap'
  /** Address of the provider. */
  issuer: string
  /** The person at the provider. */
  subject: string
  /** The provider created the user: its groups determine the roles. */
  is_managed: boolean
  created_on: number
  used_on: number | null
}

/** Codes of an app as a second factor. Asked for only once `confirmed_on` is set. */
interface SecondFactorTable {
  user_id: number
  /** Encrypted. */
  secret: string
  confirmed_on: number | null
  /** The step of the last accepted code: no code is accepted twice. */
  last_step: Generated<number>
  created_on: number
}

interface RecoveryCodeTable {
  user_id: number
  /** SHA-256 of the code, hex. */
  code_hash: string
  used_on: number | null
}

/** A program with the key acts as the user. `scope` read: it changes nothing. */
interface ApiKeyTable {
  id: Generated<number>
  user_id: number
  name: string
  /** The first characters of the key, by which its owner recognizes it. */
  hint: string
  /** SHA-256 of the key, hex. */
  key_hash: string
  scope: KeyScope
  created_on: number
  expires_on: number
  used_on: number | null
  /** Address of the last use. */
  used_from: string | null
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
  /** Incremented when cached results of this dataset are invalidated; its definition does not change. */
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

/** No foreign key to the dataset: a chart remains if its dataset is deleted, and then reports it as missing. */
interface ChartTable extends Entity {
  slice_name: string
  datasource_id: number
  datasource_type: Generated<string>
  viz_type: string
  /** The form data. */
  params: string | null
  query_context: string | null
  description: string | null
  cache_timeout: number | null
  last_saved_at: number | null
  last_saved_by: number | null
  certified_by: string | null
  certification_details: string | null
  is_managed_externally: Generated<boolean>
  external_url: string | null
  extra_fields: string | null
}

interface ChartOwnerTable {
  chart_id: number
  user_id: number
}

interface DashboardTable extends Entity {
  dashboard_title: string | null
  slug: string | null
  position_json: string | null
  json_metadata: string | null
  css: string | null
  description: string | null
  published: Generated<boolean>
  certified_by: string | null
  certification_details: string | null
  is_managed_externally: Generated<boolean>
  external_url: string | null
  extra_fields: string | null
}

interface DashboardChartTable {
  dashboard_id: number
  chart_id: number
}

interface DashboardOwnerTable {
  dashboard_id: number
  user_id: number
}

interface DashboardRoleTable {
  dashboard_id: number
  role_id: number
}

/** A state that a later change replaced. `content_json`: the fields that a user edits (`entities/versions.ts`). */
interface VersionTable {
  id: Generated<number>
  kind: VersionKind
  object_id: number
  version: number
  saved_on: number
  saved_by: number | null
  content_json: string
}

/** A deleted object. `content_json`: its row and those of its parts (`entities/trash.ts`). */
interface TrashTable {
  id: Generated<number>
  kind: VersionKind
  object_id: number
  title: string
  deleted_on: number
  deleted_by: number | null
  content_json: string
}

interface TrashOwnerTable {
  trash_id: number
  user_id: number
}

/** Objects whose index of the search is not up to date. Triggers add them. */
interface SearchQueueTable {
  id: Generated<number>
  kind: SearchedKind
  object_id: number
}

/** An object in the index. `words_json`: `[[word_id, place]]`, `texts_json`: `[[place, text]]` */
interface SearchObjectTable {
  id: Generated<number>
  kind: SearchedKind
  object_id: number
  words_json: string
  texts_json: string
}

interface SearchWordTable {
  id: Generated<number>
  word: string
}

/** A word is in an object. `kind` and `place` are positions in `searchedKinds` and `searchPlaces`. */
interface SearchPostingTable {
  word_id: number
  kind: number
  place: number
  object_id: number
}

/** Spellings of a word with typing errors, as numbers (`variantsOf`). */
interface SearchVariantTable {
  variant: number
  word_id: number
}

/** A folder of dashboards, charts and datasets. `owner_id`: a user, who alone sees it; null: shared. */
interface FolderTable extends Entity {
  name: string
  /** The name as it is compared with others: `folderKey`. */
  name_key: string
  parent_id: number | null
  owner_id: number | null
}

/** `space`: 0 for shared folders, else the owner of the folder. An object is in at most one folder of each. */
interface FolderObjectTable {
  space: number
  kind: FoldedKind
  object_id: number
  folder_id: number
}

/** What a role or a user may do with the objects in a shared folder and below it: see them, or change them too. */
interface FolderRightTable {
  folder_id: number
  role_id: number | null
  user_id: number | null
  can_edit: boolean
}

/** Favorites. `class_name` is the contract's: `slice`, `Dashboard`, `query`. */
interface FavouriteTable {
  user_id: number
  class_name: string
  obj_id: number
  dttm: number
}

/**
 * State by key: filter state, form data, permalinks. `context` identifies the place that reuses its key (session, tab
 * and object); `object_id` is the dashboard or the chart.
 */
interface KeyValueTable {
  id: Generated<number>
  resource: 'filter_state' | 'form_data' | 'dashboard_permalink' | 'explore_permalink'
  key: string
  context: string | null
  object_id: number | null
  owner_id: number | null
  value: string
  created_on: number
  changed_on: number
  expires_on: number | null
}

/** Row-level security. Cached with the permissions of a subject: call `rightsChanged` with every change. */
interface RowRuleTable extends Entity {
  name: string
  description: string | null
  /** Regular: applies to the listed roles; Base: to all other users. */
  filter_type: 'Regular' | 'Base'
  /** Rules of one group are combined with OR. */
  group_key: string | null
  /** SQL, possibly a template. */
  clause: string
}

interface RowRuleDatasetTable {
  rule_id: number
  dataset_id: number
}

interface RowRuleRoleTable {
  rule_id: number
  role_id: number
}

interface AnnotationLayerTable extends Entity {
  name: string
  descr: string | null
}

/** Times are wall-clock milliseconds, as in time ranges. */
interface AnnotationTable extends Entity {
  layer_id: number
  start_dttm: number
  end_dttm: number
  short_descr: string
  long_descr: string | null
  json_metadata: string | null
}

/** A query of SQL Lab, from its start on. `client_id` is created by the client and stands for it in addresses. */
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
  /** The last statement as the database received it. */
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

interface CssTemplateTable extends Entity {
  template_name: string | null
  css: Generated<string | null>
}

/** A chart type that is loaded at run time: `key` is its `viz_type`, `bundle_url` the path of its script. */
interface DynamicPluginTable extends Entity {
  name: string
  key: string
  bundle_url: string
}

/** A map with custom boundaries. `file`: its file in the home folder; null: it was uploaded. */
interface BoundaryMapTable extends Entity {
  name: string
  key: string
  regions: number
  code_property: string | null
  name_property: string | null
  is_plan: boolean
  file: string | null
  notes: string
  /** digest of the areas, and of the file that they were created from */
  digest: string
}

/** TopoJSON of a map; stored separately, because lists do not read it. */
interface BoundaryAreasTable {
  id: number
  areas: string
}

/** Named values of a dashboard's filters. `owner_id`: a user, who alone sees the set, or the dashboard. */
interface FilterSetTable {
  id: Generated<number>
  dashboard_id: number
  name: string
  description: string | null
  json_metadata: string
  owner_type: 'User' | 'Dashboard'
  owner_id: number
  created_on: number
  changed_on: number
  created_by: number | null
  changed_by: number | null
}

interface TagTable extends Entity {
  name: string
  type: Generated<string>
  description: string | null
}

interface TaggedObjectTable {
  tag_id: number
  object_type: 'query' | 'chart' | 'dashboard' | 'dataset'
  object_id: number
}

/** Texts that clients store under a number, such as shared queries. */
interface StoredTextTable {
  id: Generated<number>
  value: string
  created_on: number
  created_by: number | null
}

/** A dashboard that other sites may show, under this uuid. `allow_domain_list`: their origins, with commas. */
interface EmbeddedDashboardTable {
  id: Generated<number>
  uuid: string
  dashboard_id: number
  allow_domain_list: string
  created_on: number
  changed_on: number
  created_by: number | null
  changed_by: number | null
}

/** Audit and recent activity. `json` is an object; `slice_id` and `dashboard_id` are the contract's columns. */
interface LogTable {
  id: Generated<number>
  action: string
  user_id: number | null
  dashboard_id: number | null
  slice_id: number | null
  /** The object of an audit row, such as `Chart:7`. */
  object: string | null
  outcome: Generated<string>
  address: string | null
  json: string | null
  dttm: number
  duration_ms: number | null
  referrer: string | null
}

/** Work of the background workers. `subject_id` is its subject, for example the report; 0 for nothing. */
interface JobTable {
  id: Generated<number>
  kind: string
  subject_id: number
  /** With the kind: the same work is never stored twice. */
  idempotency_key: string
  /** `skipped`: a later due time was run instead. `cancelled`: by a user. */
  state: 'waiting' | 'running' | 'done' | 'failed' | 'skipped' | 'cancelled'
  /** The moment for which it was created. */
  due_on: number
  /** Not started before; later than `due_on` after a failed attempt. */
  start_after: number
  attempt: Generated<number>
  /** Incremented with each lease: a worker that lost its lease can no longer write. */
  fence: Generated<number>
  holder: string | null
  lease_until: number | null
  error: string | null
  created_on: number
  started_on: number | null
  finished_on: number | null
}

/** An effect of a job outside the store, such as a mail. */
interface JobEffectTable {
  job_id: number
  name: string
  state: 'begun' | 'done'
  changed_on: number
}

/** Creates a job of `kind` at each due moment. */
interface JobScheduleTable {
  id: Generated<number>
  kind: string
  subject_id: number
  crontab: string
  time_zone: string
  /** null: there is none any more. */
  next_due: number | null
}

/** The id of the last event of a channel. */
interface AsyncChannelTable {
  channel: string
  last_ms: number
  last_seq: number
}

/** A query that runs in the background of a node. Its row is deleted when its event is written. */
interface AsyncJobTable {
  id: string
  channel: string
  user_id: number | null
  /** Extended by the node while it works; after it, the query is lost. */
  lease_until: number
}

/** The end of a query that ran in the background. */
interface AsyncEventTable {
  channel: string
  ms: number
  /** Among events of the same millisecond. */
  seq: number
  event_json: string
}

/** A recipient who has unsubscribed from an alert or report; the address in lower case. */
interface ReportUnsubscribedTable {
  report_id: number
  address: string
  created_on: number
}

/** An alert or a report. */
interface ReportTable extends Entity {
  type: 'Alert' | 'Report'
  name: string
  description: string | null
  context_markdown: string | null
  active: boolean
  creation_method: string
  crontab: string
  timezone: string
  report_format: 'PNG' | 'CSV' | 'TEXT' | 'PDF' | 'XLSX'
  /** The condition of an alert. */
  sql: string | null
  chart_id: number | null
  dashboard_id: number | null
  database_id: number | null
  validator_type: 'not null' | 'operator' | 'forecast' | null
  validator_config_json: string
  /** Days; null: logs are not deleted. */
  log_retention: number | null
  /** Seconds. */
  grace_period: number | null
  /** Seconds. */
  working_timeout: number | null
  extra_json: string
  force_screenshot: boolean
  custom_width: number | null
  email_subject: string | null
  last_eval_dttm: number | null
  last_state: ReportState
  last_value: number | null
  last_value_row_json: string | null
}

type ReportState = 'Success' | 'Working' | 'Error' | 'Not triggered' | 'On Grace'

interface ReportRecipientTable {
  id: Generated<number>
  report_id: number
  type: 'Email' | 'Slack' | 'Webhook'
  recipient_config_json: string
}

interface ReportOwnerTable {
  report_id: number
  user_id: number
}

/** A table that a report has created from a saved query. */
interface ReportTableTable {
  report_id: number
  database_id: number
  /** Empty: that of the connection. */
  schema_name: string
  table_name: string
}

/** One run of an alert or report. */
interface ReportLogTable {
  id: Generated<number>
  uuid: string
  report_id: number
  scheduled_dttm: number
  start_dttm: number | null
  end_dttm: number | null
  value: number | null
  value_row_json: string | null
  state: ReportState
  error_message: string | null
}

type KeysOfType<Row, Type> = { [Key in keyof Row]-?: Row[Key] extends Type ? Key : never }[keyof Row]
type BooleanColumnOf<Table> = KeysOfType<Selectable<Table>, boolean> & string
/** Names of all boolean columns. A name has the same type in every table. */
export type BooleanColumn = { [Name in keyof Tables]: BooleanColumnOf<Tables[Name]> }[keyof Tables]

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>
export type RowUpdate<Name extends keyof Tables> = Updateable<Tables[Name]>
