import type { Migration } from '../migrate.ts'

/** Tables that reports have created from saved queries: a report may replace only its own tables. */
export const reportTables: Migration = {
  version: 28,
  name: 'report_tables',
  sql: `
create table report_tables (
  report_id integer not null references report_schedules (id) on delete cascade,
  database_id integer not null references databases (id) on delete cascade,
  schema_name text not null,
  table_name text not null,
  unique (report_id, database_id, schema_name, table_name)
);
`,
}
