import type { Migration } from '../migrate.ts'

/** Recipients who have unsubscribed from an alert or report. */
export const unsubscribed: Migration = {
  version: 23,
  name: 'unsubscribed',
  sql: `
create table report_unsubscribed (
  report_id integer not null references report_schedules (id) on delete cascade,
  address text not null,
  created_on bigint not null,
  primary key (report_id, address)
);
`,
}
