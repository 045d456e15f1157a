import type { Migration } from '../migrate.ts'

const changes = `
  created_on bigint not null,
  changed_on bigint not null,
  created_by integer references users (id) on delete set null,
  changed_by integer references users (id) on delete set null`

const entity = `
  id {id},
  uuid text not null unique,
  version integer not null default 1,${changes}`

const managed = `
  is_managed_externally boolean not null default false,
  external_url text`

const relation = (name: string, left: string, right: string) => `
create table ${name} (
  ${left.split('.')[1]} integer not null references ${left.split('.')[0]} (id) on delete cascade,
  ${right.split('.')[1]} integer not null references ${right.split('.')[0]} (id) on delete cascade,
  primary key (${left.split('.')[1]}, ${right.split('.')[1]})
);
create index ${name}_by_${right.split('.')[1]} on ${name} (${right.split('.')[1]});`

/** All tables of the first release. */
export const initial: Migration = {
  version: 1,
  name: 'initial',
  sql: `
create table settings (
  name text primary key,
  value text not null
);

create table users (${entity},
  username text not null unique,
  first_name text not null,
  last_name text not null,
  email text not null unique,
  password_hash text,
  password_changed_on bigint,
  is_active boolean not null default true,
  last_login bigint,
  login_count integer not null default 0,
  fail_login_count integer not null default 0
);

create table roles (
  id {id},
  name text not null unique,
  is_builtin boolean not null default false
);
${relation('user_roles', 'users.user_id', 'roles.role_id')}

create table role_permissions (
  role_id integer not null references roles (id) on delete cascade,
  permission text not null,
  primary key (role_id, permission)
);

create table sessions (
  id_hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  created_on bigint not null,
  used_on bigint not null,
  address text
);
create index sessions_by_user on sessions (user_id);

create table sign_in_links (
  token_hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  expires_on bigint not null,
  used_on bigint
);

create table databases (${entity},
  database_name text not null unique,
  backend text not null,
  sqlalchemy_uri text not null,
  secrets text,
  configuration_method text not null default 'sqlalchemy_form',
  cache_timeout integer,
  expose_in_sqllab boolean not null default true,
  allow_run_async boolean not null default false,
  allow_file_upload boolean not null default false,
  allow_ctas boolean not null default false,
  allow_cvas boolean not null default false,
  allow_dml boolean not null default false,
  force_ctas_schema text,
  impersonate_user boolean not null default false,
  extra text,
  server_cert text,
  is_embedded boolean not null default false,
  extra_fields text,${managed}
);

create table table_generations (
  id {id},
  database_id integer not null references databases (id) on delete cascade,
  table_name text not null,
  generation integer not null,
  file text not null,
  rows bigint not null,
  bytes bigint not null,
  columns text not null,
  is_current boolean not null default false,
  created_on bigint not null,
  created_by integer references users (id) on delete set null,
  unique (database_id, table_name, generation)
);
create unique index table_generations_current on table_generations (database_id, table_name) where is_current;

create table datasets (${entity},
  table_name text not null,
  database_id integer not null references databases (id),
  catalog text,
  schema text,
  sql text,
  description text,
  main_dttm_col text,
  default_endpoint text,
  "offset" integer not null default 0,
  cache_timeout integer,
  params text,
  template_params text,
  filter_select_enabled boolean not null default true,
  fetch_values_predicate text,
  extra text,
  is_sqllab_view boolean not null default false,
  normalize_columns boolean not null default false,
  always_filter_main_dttm boolean not null default false,
  extra_fields text,${managed}
);
create unique index datasets_name on datasets (database_id, coalesce(catalog, ''), coalesce(schema, ''), table_name);
${relation('dataset_owners', 'datasets.dataset_id', 'users.user_id')}

create table dataset_columns (
  id {id},
  uuid text not null unique,
  dataset_id integer not null references datasets (id) on delete cascade,
  column_name text not null,
  verbose_name text,
  type text,
  advanced_data_type text,
  expression text,
  description text,
  extra text,
  filterable boolean not null default true,
  groupby boolean not null default true,
  is_active boolean not null default true,
  is_dttm boolean not null default false,
  python_date_format text,
  extra_fields text,${changes},
  unique (dataset_id, column_name)
);

create table dataset_metrics (
  id {id},
  uuid text not null unique,
  dataset_id integer not null references datasets (id) on delete cascade,
  metric_name text not null,
  verbose_name text,
  metric_type text,
  expression text not null,
  description text,
  d3format text,
  currency text,
  warning_text text,
  extra text,
  extra_fields text,${changes},
  unique (dataset_id, metric_name)
);

create table data_grants (
  id {id},
  role_id integer not null references roles (id) on delete cascade,
  kind text not null,
  database_id integer references databases (id) on delete cascade,
  schema text,
  dataset_id integer references datasets (id) on delete cascade
);
create index data_grants_by_role on data_grants (role_id);

create table charts (${entity},
  slice_name text not null,
  datasource_id integer not null,
  datasource_type text not null default 'table',
  viz_type text not null,
  params text,
  query_context text,
  description text,
  cache_timeout integer,
  last_saved_at bigint,
  last_saved_by integer references users (id) on delete set null,
  certified_by text,
  certification_details text,
  extra_fields text,${managed}
);
create index charts_by_changed_on on charts (changed_on);
create index charts_by_datasource on charts (datasource_id);
${relation('chart_owners', 'charts.chart_id', 'users.user_id')}

create table dashboards (${entity},
  dashboard_title text,
  slug text unique,
  position_json text,
  json_metadata text,
  css text,
  description text,
  published boolean not null default false,
  certified_by text,
  certification_details text,
  extra_fields text,${managed}
);
create index dashboards_by_changed_on on dashboards (changed_on);
${relation('dashboard_charts', 'dashboards.dashboard_id', 'charts.chart_id')}
${relation('dashboard_owners', 'dashboards.dashboard_id', 'users.user_id')}
${relation('dashboard_roles', 'dashboards.dashboard_id', 'roles.role_id')}

create table favourites (
  user_id integer not null references users (id) on delete cascade,
  class_name text not null,
  obj_id integer not null,
  dttm bigint not null,
  primary key (user_id, class_name, obj_id)
);

create table key_values (
  id {id},
  resource text not null,
  key text not null unique,
  context text,
  object_id integer,
  owner_id integer references users (id) on delete cascade,
  value text not null,
  created_on bigint not null,
  changed_on bigint not null,
  expires_on bigint
);
create index key_values_by_context on key_values (context);
create index key_values_by_expiry on key_values (expires_on);

create table logs (
  id {id},
  action text not null,
  user_id integer references users (id) on delete set null,
  dashboard_id integer,
  slice_id integer,
  object text,
  outcome text not null default 'ok',
  address text,
  json text,
  dttm bigint not null,
  duration_ms integer,
  referrer text
);
create index logs_by_user on logs (user_id, dttm);
create index logs_by_time on logs (dttm);
`,
}
