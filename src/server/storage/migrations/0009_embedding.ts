import type { Migration } from '../migrate.ts'

/** Dashboards that are embedded in other sites. */
export const embedding: Migration = {
  version: 9,
  name: 'embedding',
  sql: `
create table embedded_dashboards (
  id {id},
  uuid text not null unique,
  dashboard_id integer not null unique references dashboards (id) on delete cascade,
  allow_domain_list text not null default '',
  created_on bigint not null,
  changed_on bigint not null,
  created_by integer references users (id) on delete set null,
  changed_by integer references users (id) on delete set null
);
`,
}
