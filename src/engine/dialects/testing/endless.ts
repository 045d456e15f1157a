import type { EngineName } from './engines.ts'

/** Queries that would run for minutes. */
export const ENDLESS: Record<EngineName | 'sqlite' | 'duckdb', string> = {
  postgresql: 'with recursive t(n) as (select 1 union all select n + 1 from t) select count(*) from t',
  mariadb:
    'with recursive d(n) as (select 1 union all select n + 1 from d where n < 900) select count(*) from d a, d b, d c, d e where md5(a.n + b.n + c.n + e.n) = 1',
  clickhouse: 'select count() from numbers(1000000000000) where sipHash64(number) = 1',
  trino:
    'select count(*) from unnest(sequence(1, 10000)) a, unnest(sequence(1, 10000)) b, unnest(sequence(1, 10000)) c',
  sqlite: 'with recursive t(n) as (select 1 union all select n + 1 from t) select count(*) from t',
  duckdb: 'select count(*) from range(100000000) a, range(100000000) b',
}

/**
 * SQL that finds these queries while a server runs them. Not for Trino: not all its versions have the same list of
 * queries.
 */
export const RUNNING: Partial<Record<EngineName, string>> = {
  postgresql: "select 1 from pg_stat_activity where state = 'active' and query like 'with recursive t(n)%'",
  mariadb: "select 1 from information_schema.processlist where info like 'with recursive d(n)%'",
}
