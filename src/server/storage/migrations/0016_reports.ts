import type { Migration } from '../migrate.ts'

/** Alerts and reports, their recipients and owners, and the log of their runs. */
export const reports: Migration = {
  version: 16,
  name: 'reports',
  sql: `
create table report_schedules (
  id {id},
  uuid text not null unique,
  version integer not null default 1,
  created_on bigint not null,
  changed_on bigint not null,
  created_by integer references users (id) on delete set null,
  changed_by integer references users (id) on delete set null,
  type text not null,
  name text not null,
  description text,
  context_markdown text,
  active boolean not null,
  creation_method text not null,
  crontab text not null,
  timezone text not null,
  report_format text not null,
  sql text,
  chart_id integer references charts (id) on delete set null,
  dashboard_id integer references dashboards (id) on delete set null,
  database_id integer references databases (id) on delete set null,
  validator_type text,
  validator_config_json text not null,
  log_retention integer,
  grace_period integer,
  working_timeout integer,
  extra_json text not null,
  force_screenshot boolean not null,
  custom_width integer,
  email_subject text,
  last_eval_dttm bigint,
  last_state text not null,
  last_value double precision,
  last_value_row_json text,
  unique (name, type)
);
create index report_schedules_by_chart on report_schedules (chart_id);
create index report_schedules_by_dashboard on report_schedules (dashboard_id);
create index report_schedules_by_database on report_schedules (database_id);

create table report_recipients (
  id {id},
  report_id integer not null references report_schedules (id) on delete cascade,
  type text not null,
  recipient_config_json text not null
);
create index report_recipients_by_report on report_recipients (report_id);

create table report_owners (
  report_id integer not null references report_schedules (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  primary key (report_id, user_id)
);
create index report_owners_by_user on report_owners (user_id);

create table report_logs (
  id {id},
  uuid text not null unique,
  report_id integer not null references report_schedules (id) on delete cascade,
  scheduled_dttm bigint not null,
  start_dttm bigint,
  end_dttm bigint,
  value double precision,
  value_row_json text,
  state text not null,
  error_message text
);
create index report_logs_by_report on report_logs (report_id, scheduled_dttm);
`,
}
