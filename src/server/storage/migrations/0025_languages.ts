import type { Migration } from '../migrate.ts'

/** The language that a user chose; null: that of the browser. */
export const languages: Migration = {
  version: 25,
  name: 'languages',
  sql: `
alter table users add column language text;
`,
}
