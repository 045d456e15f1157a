import type { Migration } from '../migrate.ts'

/** CSS that users insert into dashboards. */
export const cssTemplates: Migration = {
  version: 7,
  name: 'css templates',
  sql: `
create table css_templates (
  id {id},
  uuid text not null unique,
  version integer not null default 1,
  created_on bigint not null,
  changed_on bigint not null,
  created_by integer references users (id) on delete set null,
  changed_by integer references users (id) on delete set null,
  template_name text,
  css text default ''
);
`,
}
