import type { Migration } from '../migrate.ts'

/** The version of the cached results of a dataset: results with a lower version are not used. */
export const answersVersion: Migration = {
  version: 4,
  name: 'answers version',
  sql: `
alter table datasets add column answers_version integer not null default 0;
`,
}
