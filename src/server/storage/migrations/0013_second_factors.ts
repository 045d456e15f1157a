import type { Migration } from '../migrate.ts'

/** Codes of an app as a second factor of sign-in, and recovery codes for a lost app. */
export const secondFactors: Migration = {
  version: 13,
  name: 'second factors',
  sql: `
create table second_factors (
  user_id integer primary key references users (id) on delete cascade,
  secret text not null,
  confirmed_on bigint,
  last_step bigint not null default 0,
  created_on bigint not null
);

create table recovery_codes (
  user_id integer not null references users (id) on delete cascade,
  code_hash text not null,
  used_on bigint,
  primary key (user_id, code_hash)
);
`,
}
