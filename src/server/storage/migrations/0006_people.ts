import type { Migration } from '../migrate.ts'

/** Offsets of the ids of pairs that grant data. The id of the database or dataset is added; a schema uses a dataset. */
const offsets = { database: 100_000_000, dataset: 200_000_000, schema: 300_000_000 }

const grantPairs = (name: string, offset: number) => `
  select view_menus.id, permission_names.id, view_menus.id
  from view_menus join permission_names on permission_names.name = '${name}'
  where view_menus.id > ${offset} and view_menus.id < ${offset + 100_000_000}`

/**
 * Permissions with ids, because the contract's calls refer to them by id. The pairs of this release are rows; the pairs
 * that grant data are computed from databases and datasets. Also stores as which other user an administrator views the
 * product.
 */
export const people: Migration = {
  version: 6,
  name: 'people',
  sql: `
create table permission_names (
  id {id},
  name text not null unique
);

create table view_names (
  id {id},
  name text not null unique
);

create table route_permissions (
  id {id},
  permission_id integer not null references permission_names (id) on delete cascade,
  view_id integer not null references view_names (id) on delete cascade,
  unique (permission_id, view_id)
);

create view view_menus (id, name) as
  select id, name from view_names
  union all
  select ${offsets.database} + id, '[' || database_name || '].(id:' || id || ')' from databases
  union all
  select ${offsets.dataset} + datasets.id, '[' || database_name || '].[' || table_name || '](id:' || datasets.id || ')'
  from datasets join databases on databases.id = datasets.database_id
  union all
  select ${offsets.schema} + min(datasets.id), '[' || min(database_name) || '].[' || datasets.schema || ']'
  from datasets join databases on databases.id = datasets.database_id
  where datasets.schema is not null
  group by datasets.database_id, datasets.schema;

create view permission_pairs (id, permission_id, view_menu_id) as
  select id, permission_id, view_id from route_permissions
  union all${grantPairs('database_access', offsets.database)}
  union all${grantPairs('datasource_access', offsets.dataset)}
  union all${grantPairs('schema_access', offsets.schema)};

alter table sessions add column viewed_user_id integer references users (id) on delete cascade;
`,
}
