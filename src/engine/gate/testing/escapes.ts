import { clickhouseEscapes } from '../../dialects/clickhouse/testing/escapes.ts'
import { duckdbEscapes } from '../../dialects/duckdb/testing/escapes.ts'
import { mysqlEscapes } from '../../dialects/mysql/testing/escapes.ts'
import { postgresqlEscapes } from '../../dialects/postgresql/testing/escapes.ts'
import { sqliteEscapes } from '../../dialects/sqlite/testing/escapes.ts'
import { trinoEscapes } from '../../dialects/trino/testing/escapes.ts'

/**
 * Statements that must never run for a reader: other kinds of statements, access to files, other servers, system tables
 * and settings, and tricks to hide them. `{file}` is a file with a secret, `{out}` one that must not be created. Each
 * is rejected both as the SQL of a virtual dataset and as an expression.
 */

/** In nearly every grammar. */
const COMMON = [
  'DROP TABLE sales',
  'DROP TABLE IF EXISTS sales',
  'DELETE FROM sales',
  "INSERT INTO sales VALUES ('x', 1)",
  'INSERT INTO sales SELECT * FROM sales',
  'UPDATE sales SET amount = 0',
  'TRUNCATE TABLE sales',
  'ALTER TABLE sales RENAME TO gone',
  'ALTER TABLE sales ADD COLUMN x INTEGER',
  'CREATE TABLE evil AS SELECT * FROM sales',
  'CREATE TABLE evil (a INTEGER)',
  'CREATE TEMPORARY TABLE evil (a INTEGER)',
  'CREATE VIEW evil AS SELECT * FROM sales',
  'CREATE OR REPLACE VIEW sales AS SELECT 1',
  'CREATE INDEX evil ON sales (amount)',
  'CREATE SCHEMA evil',
  'GRANT ALL ON sales TO PUBLIC',
  'REVOKE ALL ON sales FROM PUBLIC',
  'SELECT 1; DROP TABLE sales',
  'SELECT 1;DELETE FROM sales;--',
  'SELECT 1 ; ; SELECT 2',
  "SELECT ';' ; DROP TABLE sales",
  'SELECT 1 /* ; */ ; DROP TABLE sales',
  'SELECT 1 -- \n; DROP TABLE sales',
  'SELECT 1) ; DROP TABLE sales; --',
  '1) FROM sales; DROP TABLE sales; --',
  'WITH x AS (DELETE FROM sales RETURNING *) SELECT * FROM x',
  'WITH x AS (UPDATE sales SET amount = 0 RETURNING *) SELECT * FROM x',
  "WITH x AS (INSERT INTO sales VALUES ('x', 1) RETURNING *) SELECT * FROM x",
  'WITH x AS (SELECT 1) DELETE FROM sales',
  'WITH x AS (SELECT 1) INSERT INTO sales SELECT * FROM x',
  'WITH x AS (SELECT 1) UPDATE sales SET amount = 0',
  'SELECT * FROM (DELETE FROM sales RETURNING *) AS x',
  'BEGIN',
  'COMMIT',
  'ROLLBACK',
  'SAVEPOINT a',
  'EXPLAIN DELETE FROM sales',
  'CALL evil()',
  'EXECUTE evil',
  'PREPARE evil AS DELETE FROM sales',
  'SELECT 1 UNION DELETE FROM sales',
  'SELECT * FROM sales /* unclosed',
  "SELECT * FROM sales WHERE region = 'unclosed",
  'MERGE INTO sales USING sales AS s ON (1 = 1) WHEN MATCHED THEN DELETE',
]

/** Comments that one database nests and another does not, and hints. */
const COMMENTS = [
  'SELECT 1 /* /* */ ; DROP TABLE sales -- */',
  'SELECT 1 /*! UNION SELECT 2 */',
  'SELECT /*+ parallel(8) */ * FROM sales',
  'SELECT 1 -- \r ; DROP TABLE sales',
]

export const ESCAPES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    duckdb: duckdbEscapes,
    sqlite: sqliteEscapes,
    postgresql: postgresqlEscapes,
    mysql: mysqlEscapes,
    clickhouse: clickhouseEscapes,
    trino: trinoEscapes,
  }).map(([dialect, own]) => [dialect, [...COMMON, ...(dialect === 'duckdb' ? [] : COMMENTS), ...own]]),
)
