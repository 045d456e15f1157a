import type { Migration } from '../migrate.ts'

/** The time zone in which a user wants to see times. */
export const userTimeZone: Migration = {
  version: 24,
  name: 'user_time_zone',
  sql: `
alter table users add column time_zone text;
`,
}
