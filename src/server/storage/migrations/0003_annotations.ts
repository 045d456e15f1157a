import type { Migration } from '../migrate.ts'

/** Annotation layers: events and time intervals that charts may show, stored here and not in data. */
export const annotations: Migration = {
  version: 3,
  name: 'annotations',
  sql: `
create table annotation_layers (
  id {id},
  uuid text not null unique,
  version integer not null default 1,
  created_on bigint not null,
  changed_on bigint not null,
  created_by integer references users (id) on delete set null,
  changed_by integer references users (id) on delete set null,
  name text not null unique,
  descr text
);

create table annotations (
  id {id},
  uuid text not null unique,
  version integer not null default 1,
  created_on bigint not null,
  changed_on bigint not null,
  created_by integer references users (id) on delete set null,
  changed_by integer references users (id) on delete set null,
  layer_id integer not null references annotation_layers (id),
  start_dttm bigint not null,
  end_dttm bigint not null,
  short_descr text not null,
  long_descr text,
  json_metadata text,
  unique (layer_id, short_descr)
);
`,
}
