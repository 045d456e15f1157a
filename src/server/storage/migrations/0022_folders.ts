import type { Migration } from '../migrate.ts'

/** Folders of dashboards, charts and datasets: shared ones, and personal ones of a user. */
export const folders: Migration = {
  version: 22,
  name: 'folders',
  sql: `
create table folders (
  id {id},
  uuid text not null unique,
  version integer not null default 1,
  created_on bigint not null,
  changed_on bigint not null,
  created_by integer references users (id) on delete set null,
  changed_by integer references users (id) on delete set null,
  name text not null,
  name_key text not null,
  parent_id integer references folders (id) on delete cascade,
  owner_id integer references users (id) on delete cascade
);
create unique index folders_by_name on folders (coalesce(owner_id, 0), coalesce(parent_id, 0), name_key);
create index folders_by_parent on folders (parent_id);

create table folder_objects (
  space integer not null,
  kind text not null,
  object_id integer not null,
  folder_id integer not null references folders (id) on delete cascade,
  primary key (space, kind, object_id)
);
create index folder_objects_by_folder on folder_objects (folder_id, kind);
insert into settings (name, value) values ('folders', '1');
`,
}
