import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectionSpec } from '../contracts.ts'
import { ingestFile } from '../ingest/ingest.ts'
import { createEnginePool, type Pool } from '../run/pool.ts'
import { MOST_COMMENTS } from './clause.ts'
import { createGate, EXPRESSION_LENGTH, type Gate, gateForRequest, QUERY_LENGTH, REQUEST_LENGTH } from './gate.ts'

let pool: Pool
let gate: Gate
let connection: ConnectionSpec
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gate-'))
  writeFileSync(join(folder, 'sales.csv'), 'region,amount,day\nnorth,5,2024-01-01\nsouth,7,2024-02-01\n')
  await ingestFile(join(folder, 'sales.csv'), 'csv', join(folder, 'sales.duckdb'))
  pool = createEnginePool({ children: 1 })
  gate = createGate(pool)
  connection = {
    dialect: 'duckdb',
    databaseId: 1,
    tables: { sales: join(folder, 'sales.duckdb') },
    dataVersion: '1',
  }
})

afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

const SUB_QUERY = 'Custom SQL fields cannot contain sub-queries.'
const NOT_SCALAR = 'Custom SQL fields must be one scalar expression'
const STATEMENTS = 'Clause contains multiple statements'

describe('how much SQL is checked', () => {
  const other: ConnectionSpec = { dialect: 'postgresql', databaseId: 2, dataVersion: '1', parameters: {} } as never
  const list = (length: number) => `amount IN (${'1,'.repeat((length - 14) / 2)}1)`.padEnd(length)

  it.each(['embedded', 'other'])('accepts expressions and queries up to a length (%s database)', async (kind) => {
    const spec = kind === 'other' ? other : connection
    expect(await gate.expression(spec, list(EXPRESSION_LENGTH), false)).toEqual({ ok: true })
    const tooLong = { ok: false, message: `Custom SQL fields cannot be longer than ${EXPRESSION_LENGTH}` }
    expect(await gate.expression(spec, list(EXPRESSION_LENGTH + 1), false)).toEqual(tooLong)
    expect(await gate.condition(spec, list(EXPRESSION_LENGTH + 1), null)).toEqual(tooLong)
    const query = (length: number) => `SELECT amount FROM sales${' '.repeat(length - 24)}`
    expect(await gate.query(spec, query(QUERY_LENGTH), ['sales'])).toMatchObject({ ok: true })
    expect(await gate.query(spec, query(QUERY_LENGTH + 1), ['sales'])).toEqual({
      ok: false,
      message: `Virtual dataset query cannot be longer than ${QUERY_LENGTH}`,
    })
  })

  it('counts each text of a request once', async () => {
    const counted = gateForRequest(gate, Error, 40)
    const texts = ['amount + 10000', 'amount + 20000', 'amount + 3000']
    expect(texts.join('').length).toBe(41)
    for (const text of [texts[0], texts[0], texts[1], texts[1]]) {
      expect(await counted.expression(connection, text as string, true)).toEqual({ ok: true })
    }
    const refused = 'The SQL of one request cannot be longer than 40 characters'
    await expect(counted.expression(connection, texts[2] as string, true)).rejects.toThrow(refused)
    await expect(counted.condition(connection, 'amount > 1', null)).rejects.toThrow(refused)
    await expect(counted.query(connection, 'SELECT 1', null)).rejects.toThrow(refused)
    await expect(counted.applyRules(connection, 'SELECT 2', () => [])).rejects.toThrow(refused)
    await expect(counted.statement(connection, 'SELECT 3', { kinds: ['select'], tables: null })).rejects.toThrow(
      refused,
    )
    // each request has its own limit
    expect(await gateForRequest(gate, Error, 40).expression(connection, texts[2] as string, true)).toEqual({ ok: true })
    expect(REQUEST_LENGTH).toBeGreaterThan(EXPRESSION_LENGTH + QUERY_LENGTH)
  })
})

describe('expressions', () => {
  it.each([
    'SUM(amount)',
    'COUNT(*)',
    'COUNT(DISTINCT region)',
    "SUM(amount) FILTER (WHERE region = 'north')",
    'SUM(amount) / NULLIF(COUNT(*), 0)',
    'SUM(amount)::float / 3',
    "CASE WHEN region = 'north' THEN amount ELSE 0 END",
    'CAST(amount AS VARCHAR)',
    'TRY_CAST(region AS INTEGER)',
    "date_trunc('month', day)",
    "day + INTERVAL '1 day'",
    'day + INTERVAL 1 DAY',
    "strftime(day, '%Y-%m')",
    "region IN ('north', 'south')",
    "region LIKE 'n%' OR region ILIKE '%S%'",
    'amount BETWEEN 1 AND 5',
    'region IS NOT NULL AND NOT amount > 3',
    "COALESCE(region, 'none') || '!'",
    'percentile_cont(0.5) WITHIN GROUP (ORDER BY amount)',
    'quantile_cont(amount, 0.9)',
    'SUM(amount) OVER (PARTITION BY region ORDER BY day)',
    'row_number() OVER (ORDER BY day)',
    'list_transform([1, 2], x -> x + 1)',
    "string_agg(region, ', ' ORDER BY region)",
    "regexp_replace(region, 'o', '0')",
    'amount + 1 -- how it was agreed',
    'amount /* a word; about ) it */ + 1',
    "'a;b)--c'",
    '"amount" * 2',
    "date_part('year', day)",
    'current_date',
    'sales.amount',
    "region COLLATE NOCASE = 'NORTH'",
    'round(amount, 2)',
    `0${' + amount'.repeat(500)}`,
    `amount IN (${Array.from({ length: 5000 }, (_, n) => n).join(', ')})`,
    '-1.50',
    'TRUE',
  ])('accepts %s', async (text) => {
    expect(await gate.expression(connection, text, true)).toEqual({ ok: true })
  })

  it('accepts EXTRACT if it is saved with a dataset', async () => {
    expect(await gate.expression(connection, 'EXTRACT(year FROM day)', false)).toEqual({ ok: true })
  })

  it.each([
    // other statements, and text that ends the expression early
    ['amount; DROP TABLE sales', STATEMENTS],
    ['amount;', STATEMENTS],
    ["1; ATTACH '/etc/passwd' AS x", STATEMENTS],
    ['amount) FROM sales; --', 'Closing unclosed parenthesis in filter clause'],
    ['amount) UNION SELECT (1', 'Closing unclosed parenthesis in filter clause'],
    ['(amount', 'Unclosed parenthesis in filter clause'],
    ['SUM(amount', 'Unclosed parenthesis in filter clause'],
    ['amount /* x', 'Unclosed multiline comment'],
    ['amount */', 'Closing unopened multiline comment'],
    ['amount /* /* x */', 'Unclosed multiline comment'],
    ["'abc", /unterminated/],
    ['$$abc', /unterminated/],
    ['', 'Custom SQL fields cannot be empty'],
    ['-- nothing', 'Custom SQL fields cannot be empty'],
    [`${'CASE WHEN 1 = 1 THEN '.repeat(900)}1${' END'.repeat(900)}`, /nested too deeply/],
    [`amount${' + 1'.repeat(20_000)}`, /longer than/],
    // in this case, the tree of the engine is not valid JSON
    ['amount > 1e999', /out of range/],
    ['amount AS alias', NOT_SCALAR],
    ['alias: amount', NOT_SCALAR],
    ['amount, region', NOT_SCALAR],
    ['amount) , (region', 'Closing unclosed parenthesis in filter clause'],
    ['*', NOT_SCALAR],
    ['sales.*', NOT_SCALAR],
    ["COLUMNS('a.*')", NOT_SCALAR],
    ['amount LIMIT 5', NOT_SCALAR],
    ['amount ORDER BY 1', NOT_SCALAR],
    ['amount OFFSET 5', NOT_SCALAR],
    ['amount WHERE 1 = 1', NOT_SCALAR],
    ['amount GROUP BY region', NOT_SCALAR],
    ['amount GROUP BY ALL', NOT_SCALAR],
    ['amount HAVING 1 = 1', NOT_SCALAR],
    ['amount QUALIFY 1 = 1', NOT_SCALAR],
    ['DISTINCT amount', NOT_SCALAR],
    ['amount USING SAMPLE 10%', NOT_SCALAR],
    ['1 UNION SELECT 2', NOT_SCALAR],
    ['1 EXCEPT SELECT 2', NOT_SCALAR],
    ['1 INTERSECT SELECT 2', NOT_SCALAR],
    ['1 INTO x', /syntax error|Custom SQL|not supported/i],
    ['?', NOT_SCALAR],
    ['$1', NOT_SCALAR],
    ['$name', NOT_SCALAR],
    ['#1', NOT_SCALAR],
    ['DEFAULT', NOT_SCALAR],
    ['amount\0 FROM sales', /NUL/],
    // subqueries, hidden or not
    ['(SELECT 1)', SUB_QUERY],
    ['(SELECT max(amount) FROM sales)', SUB_QUERY],
    ['amount IN (SELECT amount FROM sales)', SUB_QUERY],
    ['EXISTS (SELECT 1)', SUB_QUERY],
    ['ARRAY(SELECT 1)', SUB_QUERY],
    ['amount = ANY (SELECT 1)', SUB_QUERY],
    ['amount = ANY ([1, 2])', SUB_QUERY],
    ['CASE WHEN (SELECT TRUE) THEN 1 END', SUB_QUERY],
    ['list_transform([1], x -> (SELECT 1))', SUB_QUERY],
    ['SUM(amount) OVER (ORDER BY (SELECT 1))', SUB_QUERY],
    ['SUM(amount) FILTER (WHERE (SELECT TRUE))', SUB_QUERY],
    ['amount FROM sales', SUB_QUERY],
    ["1 FROM read_csv('/etc/passwd')", SUB_QUERY],
    ["1 FROM '/etc/passwd'", SUB_QUERY],
    ['1 FROM duckdb_settings()', SUB_QUERY],
    ['(FROM sales)', SUB_QUERY],
    ['(TABLE sales)', SUB_QUERY],
    ['(VALUES (1))', SUB_QUERY],
    ['(WITH x AS (SELECT 1) SELECT * FROM x)', SUB_QUERY],
    ['(PIVOT sales ON region)', /Only SELECT statements/],
    ['(DESCRIBE sales)', /Custom SQL|syntax/i],
    ['(SHOW TABLES)', /Custom SQL|syntax/i],
    ['EXTRACT(year FROM day)', SUB_QUERY],
    // functions that access something outside of the row
    ["read_text('/etc/passwd')", 'Function not allowed: read_text'],
    ["read_csv('/etc/passwd')", 'Function not allowed: read_csv'],
    ["READ_BLOB('/etc/passwd')", 'Function not allowed: read_blob'],
    ['"read_text"(\'/etc/passwd\')', 'Function not allowed: read_text'],
    ["getenv('HOME')", 'Function not allowed: getenv'],
    ["glob('/*')", 'Function not allowed: glob'],
    ["current_setting('temp_directory')", 'Function not allowed: current_setting'],
    ["getvariable('x')", 'Function not allowed: getvariable'],
    ['current_query()', 'Function not allowed: current_query'],
    ['current_database()', 'Function not allowed: current_database'],
    ['duckdb_settings()', 'Function not allowed: duckdb_settings'],
    ['pragma_version()', 'Function not allowed: pragma_version'],
    ["query('SELECT 1')", 'Function not allowed: query'],
    ["query_table('sales')", 'Function not allowed: query_table'],
    ["nextval('x')", 'Function not allowed: nextval'],
    ['setseed(0.5)', 'Function not allowed: setseed'],
    ["json_execute_serialized_sql('{}')", 'Function not allowed: json_execute_serialized_sql'],
    ["json_serialize_sql('SELECT 1')", 'Function not allowed: json_serialize_sql'],
    ['pg_sleep(10)', 'Function not allowed: pg_sleep'],
    ['sleep_ms(1000)', 'Function not allowed: sleep_ms'],
    ["write_log('x')", 'Function not allowed: write_log'],
    ["error('x')", 'Function not allowed: error'],
    ['unnest([1, 2])', 'Function not allowed: unnest'],
    ["SUM(getenv('HOME'))", 'Function not allowed: getenv'],
    ["list_transform([1], x -> getenv('HOME'))", 'Function not allowed: getenv'],
    ["CASE WHEN getenv('A') = 'x' THEN 1 END", 'Function not allowed: getenv'],
    ["SUM(amount) OVER (ORDER BY getenv('A'))", 'Function not allowed: getenv'],
    ["string_agg(region, ',' ORDER BY getenv('A'))", 'Function not allowed: getenv'],
    ["memory.main.lower('A')", /not allowed|syntax/],
    ['pg_catalog.pg_typeof(1)', 'Function not allowed: pg_typeof'],
    ['no_such_function(1)', 'Function not allowed: no_such_function'],
    // not an expression at all
    ['DROP TABLE sales', /syntax error/],
    ["COPY sales TO '/tmp/x'", /syntax error/],
    ["SET memory_limit = '1GB'", /syntax error/],
    ['amount = 1 amount', /syntax error|Custom SQL/],
    ['num >', /syntax error/],
  ] as [string, string | RegExp][])('refuses %j', async (text, message) => {
    const verdict = await gate.expression(connection, text, true)
    expect(verdict).toEqual({
      ok: false,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  })

  it.each([
    "repeat('x', 4000000000)",
    "repeat('x', 4 * 1000000000)",
    "repeat('x', '4000000000')",
    "repeat('x', 99999999999999999999)",
    "repeat('x', amount)",
    "repeat(repeat('x', 100000), 100000)",
    'repeat(repeat(region, 100000), 100000)',
    "replace(repeat('x', 1000000), 'x', repeat('y', 1000000))",
    "lpad('x', 4000000000, 'y')",
    "rpad('x', amount, 'y')",
    'range(4000000000)',
    'generate_series(-4000000000, 4000000000)',
    'len(range(amount))',
    "list_transform(range(1000000), x -> repeat('y', 1000000))",
    "[repeat('y', 1000000) for x in range(1000000)]",
    'list_reduce(range(40), (a, b) -> a || a)',
    "reduce(['x', 'y', 'z'], (a, b) -> concat(a, a, b))",
    'list_resize([1], 4000000000)',
    "printf('%1000000000d', 1)",
    "printf('%*d', 1000000000, 1)",
    "format('{:1000000000}', 1)",
    "format('{:{}}', 1, 1000000000)",
    'format(region, 1)',
    "bitstring('1', 4000000000)",
  ])('rejects %s, which could produce too much', async (text) => {
    expect(await gate.expression(connection, text, true)).toMatchObject({ ok: false })
    expect(await gate.query(connection, `SELECT ${text} FROM sales`, ['sales'])).toMatchObject({ ok: false })
  })

  it.each([
    "repeat('★', least(amount, 5))",
    "repeat('x', 1000)",
    "repeat('x', length(region))",
    "repeat('x', -1)",
    "lpad(region, 10, '0')",
    "lpad(CAST(amount AS VARCHAR), 12, ' ')",
    'range(100)',
    'list_transform(range(100), x -> x * 2)',
    'list_reduce([1, 2, 3], (a, b) -> a + b)',
    "printf('%05.2f', amount)",
    "format('{:,}', amount)",
    "replace(region, 'o', '0')",
    "generate_series(DATE '2020-01-01', DATE '2021-01-01', INTERVAL 1 DAY)",
  ])('accepts %s, which cannot', async (text) => {
    expect(await gate.expression(connection, text, true)).toEqual({ ok: true })
  })

  it('judges each text once', async () => {
    let judged = 0
    const counting = createGate({
      judge: (request) => {
        judged += 1
        return pool.judge(request)
      },
    })
    for (let round = 0; round < 3; round += 1) await counting.expression(connection, 'SUM(amount)', true)
    expect(judged).toBe(1)
  })
})

describe('conditions', () => {
  const judge = (text: string) => gate.condition(connection, text, ['sales'])

  it.each([
    "region = 'north'",
    "region = 'north' -- said",
    'amount IN (SELECT max(amount) FROM sales)',
    'true /* all */',
  ])('accepts %s', async (text) => {
    expect(await judge(text)).toEqual({ ok: true })
  })

  it.each([
    '',
    '-- nothing',
    'amount =',
    '1 = 1) OR (1 = 1',
    '1 = 1) UNION SELECT 1 WHERE (1 = 1',
    '1 = 1) ORDER BY (1',
    '1 = 1; SELECT 1',
    '1 = 1 LIMIT 1',
    '1 = 1 /*',
    'amount IN (SELECT amount FROM elsewhere)',
    "read_text('x') = ''",
    "$$'$$ = '1) OR (1 = 1 -- '",
  ])('refuses %j', async (text) => {
    expect(await judge(text)).toMatchObject({ ok: false })
  })
})

describe('many comments', () => {
  const TOO_MANY = `The SQL cannot have more than ${MOST_COMMENTS} comments`
  /** A gate whose parsers count their calls. */
  function countingGate() {
    const asked = { count: 0 }
    const count = () => {
      asked.count += 1
      return Promise.resolve({ complaint: 'not asked for', ok: false, message: '', tables: [] })
    }
    return {
      asked,
      gate: createGate({ judge: count as never, reader: { ask: count as never, close: () => undefined } }),
    }
  }

  it.each(['duckdb', 'postgresql'])('are rejected on %s before parsing', async (dialect) => {
    const on: ConnectionSpec =
      dialect === 'duckdb' ? connection : { dialect, databaseId: 2, options: {}, dataVersion: '1' }
    const { asked, gate: counting } = countingGate()
    for (const comments of ['/**/'.repeat(8000), '/* */ '.repeat(MOST_COMMENTS + 1), `$$'$$ ${'/**/'.repeat(600)}`]) {
      const verdicts = [
        await counting.expression(on, `1 ${comments}`, false),
        await counting.condition(on, `1 ${comments}`, null),
        await counting.query(on, `SELECT 1 ${comments}`, null),
        await counting.statement(on, `SELECT 1 ${comments}`, { kinds: ['select'], tables: null }),
      ]
      for (const verdict of verdicts) expect(verdict).toEqual({ ok: false, message: TOO_MANY })
    }
    expect(asked.count).toBe(0)
  })

  it('are accepted in realistic numbers', async () => {
    expect(await gate.expression(connection, `1 ${'/**/'.repeat(MOST_COMMENTS)}`, false)).toEqual({ ok: true })
    expect(await gate.expression(connection, `1 ${'-- said\n'.repeat(4000)}`, false)).toEqual({ ok: true })
  })
})

describe('virtual datasets', () => {
  it.each([
    'SELECT * FROM sales',
    'SELECT region, sum(amount) AS total FROM sales GROUP BY region HAVING sum(amount) > 1 ORDER BY 2 LIMIT 5',
    'SELECT * FROM main.sales -- a remark',
    'WITH big AS (SELECT * FROM sales WHERE amount > 5) SELECT * FROM big',
    'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT * FROM n',
    'SELECT a.region FROM sales a JOIN sales b USING (region) LEFT JOIN sales c ON a.region = c.region',
    'SELECT * FROM (SELECT region FROM sales) AS inner_query',
    'SELECT region FROM sales UNION ALL SELECT region FROM sales',
    'WITH a AS (SELECT * FROM sales), b AS (SELECT * FROM a) SELECT * FROM b UNION SELECT * FROM a',
    'WITH sales AS (SELECT * FROM sales) SELECT * FROM sales',
    "SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS t(id, name)",
    'SELECT * FROM generate_series(1, 5)',
    'SELECT count(*) FROM range(10000000) a, range(100000000) b',
    'SELECT unnest([1, 2]) AS n',
    'SELECT *, (SELECT max(amount) FROM sales) AS most FROM sales',
    'SELECT * FROM sales WHERE amount IN (SELECT max(amount) FROM sales)',
    'SELECT * EXCLUDE (day) FROM sales',
    'SELECT region, row_number() OVER (ORDER BY amount) AS place FROM sales QUALIFY place = 1',
    'SELECT DISTINCT ON (region) * FROM sales',
    'FROM sales SELECT region',
    "PIVOT sales ON region IN ('north', 'south') USING sum(amount)",
    'SELECT * FROM SALES',
  ])('accepts %s', async (sql) => {
    expect(await gate.query(connection, sql, ['sales'])).toMatchObject({ ok: true })
  })

  it.each([
    ['', 'Virtual dataset query cannot be empty'],
    ['  ', 'Virtual dataset query cannot be empty'],
    ['SELECT 1; SELECT 2', 'Virtual dataset query cannot consist of multiple statements'],
    ['DELETE FROM sales', 'Virtual dataset query must be read-only'],
    ['INSERT INTO sales SELECT * FROM sales', 'Virtual dataset query must be read-only'],
    ['CREATE TABLE x AS SELECT 1', 'Virtual dataset query must be read-only'],
    ['DROP TABLE sales', 'Virtual dataset query must be read-only'],
    ["COPY sales TO '/tmp/x.csv'", 'Virtual dataset query must be read-only'],
    ["ATTACH '/tmp/x.db'", 'Virtual dataset query must be read-only'],
    ["SET memory_limit = '1GB'", 'Virtual dataset query must be read-only'],
    ['PRAGMA database_list', 'Virtual dataset query must be read-only'],
    ['INSTALL httpfs', 'Virtual dataset query must be read-only'],
    ['EXPLAIN SELECT 1', 'Virtual dataset query must be read-only'],
    ["EXPORT DATABASE '/tmp/x'", 'Virtual dataset query must be read-only'],
    ['SELECT * FROM secrets', /"secrets" does not exist or may not be read/],
    ['SELECT * FROM other.sales', /may not be read/],
    ['SELECT * FROM generation_0.main.sales', /may not be read/],
    ['SELECT * FROM information_schema.tables', /may not be read/],
    ['SELECT * FROM sqlite_master', /may not be read/],
    ['SELECT * FROM pg_catalog.pg_tables', /may not be read/],
    ['SELECT * FROM duckdb_tables', /may not be read/],
    ["SELECT * FROM '/etc/passwd'", /may not be read/],
    ["SELECT * FROM 'data.parquet'", /may not be read/],
    ["SELECT * FROM read_csv('/etc/passwd')", 'Function not allowed: read_csv'],
    ["SELECT * FROM read_text('/etc/passwd')", 'Function not allowed: read_text'],
    ["SELECT * FROM parquet_scan('x')", 'Function not allowed: parquet_scan'],
    ["SELECT * FROM glob('/*')", 'Function not allowed: glob'],
    ['SELECT * FROM duckdb_settings()', 'Function not allowed: duckdb_settings'],
    ['SELECT * FROM duckdb_secrets()', 'Function not allowed: duckdb_secrets'],
    ["SELECT * FROM query('SELECT 1')", 'Function not allowed: query'],
    ["SELECT * FROM query_table('sales')", 'Function not allowed: query_table'],
    ["SELECT getenv('HOME')", 'Function not allowed: getenv'],
    ["SELECT * FROM sales WHERE region = getenv('HOME')", 'Function not allowed: getenv'],
    ["SELECT * FROM sales, LATERAL (SELECT * FROM read_text('/etc/passwd'))", 'Function not allowed: read_text'],
    ["WITH x AS (SELECT * FROM read_text('/etc/passwd')) SELECT 1", 'Function not allowed: read_text'],
    ['WITH x AS MATERIALIZED (DELETE FROM sales RETURNING *) SELECT * FROM x', /./],
    [
      'SELECT * FROM (WITH sqlite_master AS (SELECT 1) SELECT * FROM sqlite_master) AS a, sqlite_master',
      /"sqlite_master" does not exist or may not be read/,
    ],
    [
      'WITH duckdb_tables AS (SELECT * FROM duckdb_tables) SELECT * FROM duckdb_tables',
      /"duckdb_tables" does not exist/,
    ],
    ['WITH x AS (SELECT * FROM duckdb_views), duckdb_views AS (SELECT 1) SELECT * FROM x', /"duckdb_views" does not/],
    [
      'WITH RECURSIVE duckdb_views AS (SELECT * FROM duckdb_views UNION ALL SELECT 1) SELECT * FROM duckdb_views',
      /"duckdb_views" does not/,
    ],
    ['SELECT * FROM sales) AS x, (SELECT 1', /syntax error/],
    [`SELECT ${'CASE WHEN 1 = 1 THEN '.repeat(900)}1${' END'.repeat(900)}`, /nested too deeply/],
    ['SELECT -1e999 AS x', /out of range/],
    ['DESCRIBE sales', /./],
    ['SUMMARIZE sales', /./],
    ['SHOW TABLES', /./],
    ['SELECT * FROM (DESCRIBE sales)', /./],
    ['SELECT * FROM (SUMMARIZE sales)', /./],
    ['SELECT $1', /Not allowed in a virtual dataset/],
    ['CALL pragma_version()', 'Virtual dataset query must be read-only'],
  ] as [string, string | RegExp][])('refuses %j', async (sql, message) => {
    const verdict = await gate.query(connection, sql, ['sales'])
    expect(verdict).toEqual({
      ok: false,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  })
})

describe('statements', () => {
  const all = ['select', 'explain', 'show', 'insert', 'update', 'delete'] as const
  const remote = (dialect: string): ConnectionSpec => ({ dialect, databaseId: 2, options: {}, dataVersion: '1' })
  const sales = { catalog: null, schema: null, name: 'sales' }

  it.each([
    ['SELECT * FROM sales', 'select'],
    ['SELECT * FROM sales;', 'select'],
    ['  -- remark\nWITH x AS (SELECT * FROM sales) SELECT * FROM x ; ', 'select'],
    ['EXPLAIN SELECT * FROM sales', 'explain'],
    ['EXPLAIN ANALYZE SELECT * FROM sales', 'explain'],
    ['DESCRIBE sales', 'show'],
  ])('are distinguished by both parsers: %s', async (sql, kind) => {
    for (const spec of [connection, remote('postgresql'), remote('trino')]) {
      const tables = spec === connection ? ['sales'] : null
      expect(await gate.statement(spec, sql, { kinds: all, tables })).toMatchObject({ ok: true, kind, tables: [sales] })
    }
  })

  it.each([
    ['SHOW TABLES', 'show'],
    ['SHOW COLUMNS FROM sales', 'show'],
    ["INSERT INTO sales VALUES ('x', 1)", 'insert'],
    ['INSERT INTO sales (region, amount) SELECT region, amount FROM sales', 'insert'],
    ["UPDATE sales SET amount = 1 WHERE region = 'x'", 'update'],
    ['DELETE FROM sales WHERE amount > 5', 'delete'],
  ])('are accepted if the caller requests their kind: %s', async (sql, kind) => {
    for (const dialect of ['postgresql', 'mysql', 'trino']) {
      const spec = remote(dialect)
      expect(await gate.statement(spec, sql, { kinds: all, tables: null })).toMatchObject({ ok: true, kind })
      const refusal = await gate.statement(spec, sql, { kinds: ['select', 'explain'], tables: null })
      expect(refusal).toMatchObject({ ok: false, message: expect.stringContaining(kind) })
    }
  })

  it.each([
    'SELECT 1; SELECT 2',
    '',
    ';',
    'DROP TABLE sales',
    'CREATE TABLE x (a INTEGER)',
    'EXPLAIN DELETE FROM sales',
    'EXPLAIN ANALYZE INSERT INTO sales SELECT * FROM sales',
    'EXPLAIN',
    'SHOW GRANTS',
    'SHOW VARIABLES',
    'SHOW PROCESSLIST',
    'SHOW data_directory',
    'DESCRIBE information_schema.tables',
    'SHOW TABLES FROM information_schema',
    'DELETE FROM information_schema.tables',
    'INSERT INTO sales SELECT * FROM information_schema.tables',
    "INSERT INTO sales SELECT * FROM read_file('x')",
    'UPDATE sales SET amount = pg_sleep(10)',
    'WITH x AS (DELETE FROM sales RETURNING *) SELECT * FROM x',
    'SET x = 1',
    'CALL x()',
    "COPY sales TO '/tmp/x'",
    'BEGIN',
    'SELECT * INTO x FROM sales',
  ])('are always rejected: %s', async (sql) => {
    for (const dialect of ['postgresql', 'mysql', 'trino', 'clickhouse', 'sqlite']) {
      expect(await gate.statement(remote(dialect), sql, { kinds: all, tables: null })).toMatchObject({ ok: false })
    }
    expect(await gate.statement(connection, sql, { kinds: all, tables: ['sales'] })).toMatchObject({ ok: false })
  })
})
