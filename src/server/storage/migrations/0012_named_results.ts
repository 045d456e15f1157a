import type { Migration } from '../migrate.ts'

/** Results of SQL Lab that a tab can query by name. They are deleted with the result or the tab. */
export const namedResults: Migration = {
  version: 12,
  name: 'named results',
  sql: `
create table named_results (
  id {id},
  tab_state_id integer not null references tab_states (id) on delete cascade,
  name text not null,
  results_key text not null references query_results (results_key) on delete cascade,
  created_on bigint not null,
  unique (tab_state_id, name)
);
create index named_results_of_result on named_results (results_key);
`,
}
