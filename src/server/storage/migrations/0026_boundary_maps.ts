import type { Migration } from '../migrate.ts'

/** Maps with custom boundaries. */
export const boundaryMaps: Migration = {
  version: 26,
  name: 'boundary maps',
  sql: `
create table boundary_maps (
  id {id},
  uuid text not null unique,
  version integer not null default 1,
  created_on bigint not null,
  changed_on bigint not null,
  created_by integer references users (id) on delete set null,
  changed_by integer references users (id) on delete set null,
  name text not null unique,
  key text not null unique,
  regions integer not null,
  code_property text,
  name_property text,
  is_plan boolean not null default false,
  file text,
  notes text not null,
  digest text not null
);
create table boundary_areas (
  id integer primary key references boundary_maps (id) on delete cascade,
  areas text not null
);
`,
}
