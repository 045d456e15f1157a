import type { Migration } from '../migrate.ts'

/** Keys with which programs act for a user. */
export const apiKeys: Migration = {
  version: 10,
  name: 'api keys',
  sql: `
create table api_keys (
  id {id},
  user_id integer not null references users (id) on delete cascade,
  name text not null,
  hint text not null,
  key_hash text not null unique,
  scope text not null,
  created_on bigint not null,
  expires_on bigint not null,
  used_on bigint,
  used_from text
);

create index api_keys_of_user on api_keys (user_id);
`,
}
