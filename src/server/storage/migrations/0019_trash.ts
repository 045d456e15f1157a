import type { Migration } from '../migrate.ts'

/** Deleted charts, dashboards and datasets, until they are restored or deleted for good. */
export const trash: Migration = {
  version: 19,
  name: 'trash',
  sql: `
create table trash (
  id {id},
  kind text not null,
  object_id integer not null,
  title text not null,
  deleted_on bigint not null,
  deleted_by integer references users (id) on delete set null,
  content_json text not null,
  unique (kind, object_id)
);
create index trash_by_time on trash (deleted_on);

create table trash_owners (
  trash_id integer not null references trash (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  primary key (trash_id, user_id)
);
create index trash_by_owner on trash_owners (user_id);
`,
}
