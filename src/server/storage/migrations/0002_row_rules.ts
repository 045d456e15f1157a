import type { Migration } from '../migrate.ts'

/** Row-level security: rules, their datasets, and their roles. */
export const rowRules: Migration = {
  version: 2,
  name: 'row rules',
  sql: `
create table row_rules (
  id {id},
  uuid text not null unique,
  version integer not null default 1,
  created_on bigint not null,
  changed_on bigint not null,
  created_by integer references users (id) on delete set null,
  changed_by integer references users (id) on delete set null,
  name text not null unique,
  description text,
  filter_type text not null,
  group_key text,
  clause text not null
);

create table row_rule_datasets (
  rule_id integer not null references row_rules (id) on delete cascade,
  dataset_id integer not null references datasets (id) on delete cascade,
  primary key (rule_id, dataset_id)
);
create index row_rule_datasets_by_dataset on row_rule_datasets (dataset_id);

create table row_rule_roles (
  rule_id integer not null references row_rules (id) on delete cascade,
  role_id integer not null references roles (id) on delete cascade,
  primary key (rule_id, role_id)
);
create index row_rule_roles_by_role on row_rule_roles (role_id);
`,
}
