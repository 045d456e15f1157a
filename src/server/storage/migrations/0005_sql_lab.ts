import type { Migration } from '../migrate.ts'

/**
 * SQL Lab: the history of queries, their results in pieces (JSON text, so that every node can read them), saved
 * queries, and the tabs of the editor.
 */
export const sqlLab: Migration = {
  version: 5,
  name: 'sql_lab',
  sql: `
create table queries (
  id {id},
  client_id text not null unique,
  user_id integer references users (id) on delete cascade,
  database_id integer not null references databases (id) on delete cascade,
  catalog text,
  schema text,
  tab_name text,
  sql_editor_id text,
  sql text not null,
  select_sql text,
  executed_sql text,
  row_limit integer,
  limiting_factor text not null default 'UNKNOWN',
  select_as_cta boolean not null default false,
  select_as_cta_used boolean not null default false,
  ctas_method text,
  tmp_table_name text,
  tmp_schema_name text,
  template_params text,
  status text not null,
  progress integer not null default 0,
  rows bigint,
  error_message text,
  results_key text,
  tracking_url text,
  extra text,
  sql_tables text,
  start_time bigint not null,
  start_running_time bigint,
  end_time bigint,
  changed_on bigint not null
);
create index queries_of_user on queries (user_id, changed_on);
create index queries_by_result on queries (results_key);
create index queries_of_database on queries (database_id);

create table query_results (
  id {id},
  results_key text not null unique,
  query_id integer not null references queries (id) on delete cascade,
  statement integer not null,
  columns text not null,
  rows integer not null,
  bytes bigint not null,
  expires_on bigint not null
);
create index query_results_by_expiry on query_results (expires_on);
create index query_results_of_query on query_results (query_id);

create table query_result_pieces (
  result_id integer not null references query_results (id) on delete cascade,
  first_row integer not null,
  rows integer not null,
  body text not null,
  primary key (result_id, first_row)
);

create table saved_queries (
  id {id},
  uuid text not null unique,
  version integer not null default 1,
  created_on bigint not null,
  changed_on bigint not null,
  created_by integer references users (id) on delete set null,
  changed_by integer references users (id) on delete set null,
  db_id integer references databases (id) on delete set null,
  catalog text,
  schema text,
  label text,
  description text,
  sql text,
  template_parameters text,
  rows bigint,
  last_run bigint,
  extra_json text
);
create index saved_queries_of_user on saved_queries (created_by);

create table tab_states (
  id {id},
  user_id integer not null references users (id) on delete cascade,
  label text,
  active boolean not null default false,
  database_id integer references databases (id) on delete set null,
  catalog text,
  schema text,
  sql text,
  query_limit integer,
  latest_query_id text references queries (client_id) on delete set null,
  autorun boolean not null default false,
  template_params text,
  hide_left_bar boolean not null default false,
  saved_query_id integer references saved_queries (id) on delete set null,
  created_on bigint not null,
  changed_on bigint not null
);
create index tab_states_of_user on tab_states (user_id);

create table tab_table_schemas (
  id {id},
  tab_state_id integer not null references tab_states (id) on delete cascade,
  database_id integer not null references databases (id) on delete cascade,
  catalog text,
  schema text,
  table_name text not null,
  description text,
  expanded boolean not null default true
);
create index tab_table_schemas_of_tab on tab_table_schemas (tab_state_id);
`,
}
