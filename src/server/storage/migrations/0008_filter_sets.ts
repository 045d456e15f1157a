import type { Migration } from '../migrate.ts'

/** Named values of a dashboard's filters, tags on objects, and texts that clients store under a number. */
export const filterSets: Migration = {
  version: 8,
  name: 'filter sets, tags, stored texts',
  sql: `
create table filter_sets (
  id {id},
  dashboard_id integer not null references dashboards (id) on delete cascade,
  name text not null,
  description text,
  json_metadata text not null,
  owner_type text not null,
  owner_id integer not null,
  created_on bigint not null,
  changed_on bigint not null,
  created_by integer references users (id) on delete set null,
  changed_by integer references users (id) on delete set null
);
create index filter_sets_of_dashboard on filter_sets (dashboard_id);

create table tags (
  id {id},
  uuid text not null unique,
  version integer not null default 1,
  created_on bigint not null,
  changed_on bigint not null,
  created_by integer references users (id) on delete set null,
  changed_by integer references users (id) on delete set null,
  name text not null unique,
  type text not null default 'custom',
  description text
);

create table tagged_objects (
  tag_id integer not null references tags (id) on delete cascade,
  object_type text not null,
  object_id integer not null,
  primary key (tag_id, object_type, object_id)
);
create index tags_of_object on tagged_objects (object_type, object_id);

create table stored_texts (
  id {id},
  value text not null,
  created_on bigint not null,
  created_by integer references users (id) on delete cascade
);
`,
}
