import type { Migration } from '../migrate.ts'

/** States of charts, dashboards and datasets that a later change replaced. */
export const versions: Migration = {
  version: 18,
  name: 'versions',
  sql: `
create table versions (
  id {id},
  kind text not null,
  object_id integer not null,
  version integer not null,
  saved_on bigint not null,
  saved_by integer references users (id) on delete set null,
  content_json text not null,
  unique (kind, object_id, version)
);
`,
}
