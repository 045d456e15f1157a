import type { Migration } from '../migrate.ts'

/**
 * The search index: words, and the objects that contain them. Triggers add every changed object to a queue, so that no
 * write is missed; `server/search` reads the queue and writes the index. At first, all existing objects are queued.
 */

/** The columns whose changes matter, and the column with the id of the object. */
const sources = [
  { table: 'charts', kind: 'Chart', id: 'id', columns: 'slice_name, description, certified_by, params' },
  {
    table: 'dashboards',
    kind: 'Dashboard',
    id: 'id',
    columns: 'dashboard_title, slug, description, certified_by, position_json',
  },
  { table: 'datasets', kind: 'Dataset', id: 'id', columns: 'table_name, description' },
  { table: 'dataset_columns', kind: 'Dataset', id: 'dataset_id', columns: 'column_name, verbose_name, description' },
  { table: 'dataset_metrics', kind: 'Dataset', id: 'dataset_id', columns: 'metric_name, verbose_name, description' },
  { table: 'saved_queries', kind: 'SavedQuery', id: 'id', columns: 'label, description, sql' },
]

const events = (columns: string) => [
  { event: 'insert', when: 'insert', row: 'new' },
  { event: 'update', when: `update of ${columns}`, row: 'new' },
  { event: 'delete', when: 'delete', row: 'old' },
]

const add = (kind: string, id: string) => `insert into search_queue (kind, object_id) values ('${kind}', ${id});`

const sqliteTriggers = sources.flatMap(({ table, kind, id, columns }) =>
  events(columns).map(
    ({ event, when, row }) =>
      `create trigger ${table}_searched_${event} after ${when} on ${table} begin ${add(kind, `${row}.${id}`)} end;\n`,
  ),
)

const postgresTriggers = sources.flatMap(({ table, kind, id, columns }) =>
  events(columns).map(
    ({ event, when, row }) => `
create function ${table}_searched_${event}() returns trigger language plpgsql as $$ begin ${add(kind, `${row}.${id}`)} return null; end $$;
create trigger ${table}_searched_${event} after ${when} on ${table} for each row execute function ${table}_searched_${event}();
`,
  ),
)

const sqlite = `
create table search_words (
  id {id},
  word text not null unique
);
create table search_postings (
  word_id integer not null,
  kind integer not null,
  place integer not null,
  object_id integer not null,
  primary key (word_id, kind, place, object_id)
) without rowid;
create table search_variants (
  variant integer not null,
  word_id integer not null,
  primary key (variant, word_id)
) without rowid;
create virtual table search_parts using fts5(word, tokenize = 'trigram');
create trigger search_words_insert after insert on search_words begin insert into search_parts (rowid, word) values (new.id, new.word); end;
create trigger search_words_delete after delete on search_words begin delete from search_parts where rowid = old.id; end;
`

/**
 * Words are compared by their code points. Without the trigram extension, a search for parts of words scans all words.
 */
const postgres = `
create table search_words (
  id {id},
  word text collate "C" not null unique
);
create table search_postings (
  word_id integer not null,
  kind integer not null,
  place integer not null,
  object_id integer not null,
  primary key (word_id, kind, place, object_id)
);
create table search_variants (
  variant integer not null,
  word_id integer not null,
  primary key (variant, word_id)
);
create view search_parts as select id as rowid, word from search_words;
do $$ begin create index search_words_parts on search_words using gin (word gin_trgm_ops); exception when others then raise notice 'no index for searches: %', sqlerrm; end $$;
`

export const search: Migration = {
  version: 20,
  name: 'search',
  sql: `
create table search_queue (
  id {id},
  kind text not null,
  object_id integer not null
);
create index search_queue_by_object on search_queue (kind, object_id);
create table search_objects (
  id {id},
  kind text not null,
  object_id integer not null,
  words_json text not null,
  texts_json text not null,
  unique (kind, object_id)
);
${sources
  .filter(({ id }) => id === 'id')
  .map(({ table, kind }) => `insert into search_queue (kind, object_id) select '${kind}', id from ${table};`)
  .join('\n')}
insert into settings (name, value) values ('search_index', '1');
`,
  only: { sqlite: sqlite + sqliteTriggers.join(''), postgres: postgres + postgresTriggers.join('') },
}
