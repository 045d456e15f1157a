import type { Migration } from '../migrate.ts'

/** Chart types that are loaded at run time. */
export const plugins: Migration = {
  version: 17,
  name: 'plugins',
  sql: `
create table dynamic_plugins (
  id {id},
  uuid text not null unique,
  version integer not null default 1,
  created_on bigint not null,
  changed_on bigint not null,
  created_by integer references users (id) on delete set null,
  changed_by integer references users (id) on delete set null,
  name text not null unique,
  key text not null unique,
  bundle_url text not null unique
);
`,
}
