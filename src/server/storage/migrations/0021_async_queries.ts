import type { Migration } from '../migrate.ts'

/** Queries that run in the background, and the events that report their end on a browser's channel. */
export const asyncQueries: Migration = {
  version: 21,
  name: 'async_queries',
  sql: `
create table async_channels (
  channel text primary key,
  last_ms bigint not null,
  last_seq integer not null
);
create index async_channels_by_time on async_channels (last_ms);

create table async_jobs (
  id text primary key,
  channel text not null,
  user_id integer,
  lease_until bigint not null
);
create index async_jobs_by_channel on async_jobs (channel);

create table async_events (
  channel text not null,
  ms bigint not null,
  seq integer not null,
  event_json text not null,
  primary key (channel, ms, seq)
);
create index async_events_by_time on async_events (ms);
`,
}
