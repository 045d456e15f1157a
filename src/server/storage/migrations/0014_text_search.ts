import type { Migration } from '../migrate.ts'

/**
 * The columns that are searched, by table. `TABLE_search` contains their texts in lower case, with the id of the row.
 */
const searched = {
  charts: ['slice_name', 'description', 'viz_type'],
  dashboards: ['dashboard_title', 'slug'],
  datasets: ['table_name'],
}

const tables = Object.entries(searched)

/** For SQLite, a trigram index for each table. Triggers maintain it, so that no write is missed. */
const sqlite = tables.map(([table, columns]) => {
  const names = columns.join(', ')
  const lowered = (row: string) => columns.map((name) => `lower(${row}${name})`).join(', ')
  const add = `insert into ${table}_search (rowid, ${names}) values (new.id, ${lowered('new.')})`
  const remove = `delete from ${table}_search where rowid = old.id`
  return `
create virtual table ${table}_search using fts5(${names}, tokenize = 'trigram');
insert into ${table}_search (rowid, ${names}) select id, ${lowered('')} from ${table};
create trigger ${table}_search_insert after insert on ${table} begin ${add}; end;
create trigger ${table}_search_update after update of ${names} on ${table} begin ${remove}; ${add}; end;
create trigger ${table}_search_delete after delete on ${table} begin ${remove}; end;
`
})

/**
 * For PostgreSQL, a view with the same names, and trigram indexes. Most installations have the extension `pg_trgm`;
 * without it, a search scans the table.
 */
const postgres = tables.map(([table, columns]) => {
  const lowered = columns.map((name) => `lower(${name}) as ${name}`).join(', ')
  const indexes = columns.map(
    (name) => `create index ${table}_search_${name} on ${table} using gin (lower(${name}) gin_trgm_ops);`,
  )
  return `
create view ${table}_search as select id as rowid, ${lowered} from ${table};
do $$ begin ${indexes.join(' ')} exception when others then raise notice 'no index for searches: %', sqlerrm; end $$;
`
})

/** Search in lists of tens of thousands of objects. */
export const textSearch: Migration = {
  version: 14,
  name: 'text search',
  sql: '',
  only: {
    sqlite: sqlite.join(''),
    postgres: [
      `do $$ begin create extension if not exists pg_trgm; exception when others then raise notice '%', sqlerrm; end $$;\n`,
      ...postgres,
    ].join(''),
  },
}
