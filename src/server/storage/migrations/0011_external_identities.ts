import type { Migration } from '../migrate.ts'

/** Accounts of users at identity providers and directories. */
export const externalIdentities: Migration = {
  version: 11,
  name: 'external identities',
  sql: `
create table external_identities (
  id {id},
  user_id integer not null references users (id) on delete cascade,
  provider text not null,
  issuer text not null,
  subject text not null,
  is_managed boolean not null,
  created_on bigint not null,
  used_on bigint,
  unique (provider, issuer, subject)
);

create index external_identities_of_user on external_identities (user_id);
`,
}
