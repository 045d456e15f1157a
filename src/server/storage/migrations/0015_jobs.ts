import type { Migration } from '../migrate.ts'

/** Work that outlives a request: jobs, their effects outside the store, and schedules that create jobs. */
export const jobs: Migration = {
  version: 15,
  name: 'jobs',
  sql: `
create table jobs (
  id {id},
  kind text not null,
  subject_id integer not null,
  idempotency_key text not null,
  state text not null,
  due_on bigint not null,
  start_after bigint not null,
  attempt integer not null default 0,
  fence integer not null default 0,
  holder text,
  lease_until bigint,
  error text,
  created_on bigint not null,
  started_on bigint,
  finished_on bigint,
  unique (kind, idempotency_key)
);
create index jobs_by_start on jobs (state, start_after);
create index jobs_by_finish on jobs (finished_on);

create table job_effects (
  job_id integer not null references jobs (id) on delete cascade,
  name text not null,
  state text not null,
  changed_on bigint not null,
  primary key (job_id, name)
);

create table job_schedules (
  id {id},
  kind text not null,
  subject_id integer not null,
  crontab text not null,
  time_zone text not null,
  next_due bigint,
  unique (kind, subject_id)
);
create index job_schedules_by_due on job_schedules (next_due);
`,
}
