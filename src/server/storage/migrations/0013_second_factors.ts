import type { Migration } from '../migrate.ts'

/** Second factors of sign-in: codes of an authenticator app, and recovery codes in case the app is lost. */
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
