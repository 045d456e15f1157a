import type { Migration } from '../migrate.ts'

/** Which kept answers of a dataset still count: those of an earlier number were given up by somebody. */
export const answersVersion: Migration = {
  version: 4,
  name: 'answers version',
  sql: `
alter table datasets add column answers_version integer not null default 0;
`,
}
