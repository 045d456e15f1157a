import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { EngineJob } from '../../contracts.ts'
import { createEnginePool, type Pool } from '../../run/pool.ts'
import { GENEROUS_LIMITS, plainJob } from '../../run/testing/job.ts'
import type { TestDatabase } from '../testing/engineUnderTest.ts'
import { evaluate, evaluateRows } from '../testing/evaluate.ts'
import { failureOf } from '../testing/failure.ts'
import { postgresqlUnderTest } from '../testing/postgresql.ts'

const WRONG_PASSWORD = 'The password provided for username "guarded" is incorrect.'
const UNKNOWN_HOST = 'The hostname "no-such-host.invalid" cannot be resolved. Check how it is spelled.'
const REFUSED = 'Port 1 on hostname "127.0.0.1" refused the connection. Check that the database is running.'

describe.skipIf(!postgresqlUnderTest.isRunning)('the PostgreSQL driver', () => {
  let database: TestDatabase
  let pool: Pool
  const job = (sql: string, more: Partial<EngineJob> = {}) =>
    plainJob(database.connection, sql, { encoding: 'columns', ...more })
  const value = (expression: string) => evaluate(pool, expression, database.connection)
  const rows = (sql: string) => evaluateRows(pool, sql, database.connection)

  beforeAll(async () => {
    database = await postgresqlUnderTest.open()
    // the server trusts every user on loopback, except this one
    const [hba] = await database.execute('SHOW hba_file')
    const file = String(hba?.[0])
    writeFileSync(file, `host all guarded 127.0.0.1/32 scram-sha-256\n${readFileSync(file, 'utf8')}`)
    await database.execute('DROP ROLE IF EXISTS guarded')
    await database.execute(`CREATE ROLE guarded LOGIN PASSWORD 'right'`)
    await database.execute('SELECT pg_reload_conf()')
    pool = createEnginePool({ jobsPerServer: 4 })
    await database.execute(`
      CREATE SCHEMA shop;
      CREATE TABLE shop.customers (id bigint PRIMARY KEY, name varchar(40) NOT NULL);
      COMMENT ON TABLE shop.customers IS 'who buys';
      COMMENT ON COLUMN shop.customers.name IS 'as on the invoice';
      CREATE TABLE shop.orders (
        id serial, day date NOT NULL, customer bigint REFERENCES shop.customers (id),
        total numeric(12,2) DEFAULT 0, note text
      ) PARTITION BY RANGE (day);
      CREATE TABLE shop.orders_2024 PARTITION OF shop.orders FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
      CREATE UNIQUE INDEX orders_once ON shop.orders (day, customer);
      CREATE VIEW shop.big AS SELECT * FROM shop.orders WHERE total > 100;
      CREATE MATERIALIZED VIEW shop.days AS SELECT day FROM shop.orders;
      CREATE TABLE canary (n int);
      CREATE SEQUENCE counted;
      INSERT INTO canary VALUES (1);
    `)
  })
  afterAll(async () => {
    await pool?.close()
    await database?.close()
  })

  it.each([
    ['1::int2', 1],
    ['9223372036854775807::int8', 9223372036854775807n],
    ['sum(n)', 18014398509481986n, 'FROM (VALUES (9007199254740993::int8), (9007199254740993)) AS t(n)'],
    ['1.50::numeric', 1.5],
    [`'NaN'::numeric`, null],
    ['0.1::float8', 0.1],
    [`'Infinity'::float8`, null],
    ['TRUE', true],
    ['NULL', null],
    [`DATE '2021-01-02'`, Date.parse('2021-01-02T00:00:00Z')],
    [`TIMESTAMP '2021-01-02 03:04:05.678'`, Date.parse('2021-01-02T03:04:05.678Z')],
    [`TIMESTAMPTZ '2021-01-02 03:04:05+02'`, Date.parse('2021-01-02T01:04:05Z')],
    [`TIMESTAMP '0044-03-15 12:00:00 BC'`, Date.UTC(-43, 2, 15, 12)],
    [`TIMESTAMP 'infinity'`, null],
    [`TIME '12:34:56.5'`, '12:34:56.5'],
    [`INTERVAL '1 day 02:03:04.5'`, '1 days 02:03:04.500000'],
    [`INTERVAL '-1 hour'`, '-1 days +23:00:00'],
    [`'a0ee-bc99'::text`, 'a0ee-bc99'],
    [`'{"a": 1}'::jsonb`, '{"a": 1}'],
    [`'\\x68c3a9'::bytea`, 'hé'],
    [`'\\xff'::bytea`, '[bytes]'],
    [`ARRAY[1, NULL, 9007199254740993]::int8[]`, '[1, null, 9007199254740993]'],
    [`ARRAY['a "b"', 'c,d', 'NULL']`, '["a \\"b\\"", "c,d", "NULL"]'],
    [`ARRAY[[1,2],[3,4]]`, '[[1, 2], [3, 4]]'],
    [`'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid`, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
  ])('reads %s', async (expression, expected, from = '') => {
    const [row] = await rows(`SELECT ${expression} AS value ${from}`)
    expect(row?.['value']).toEqual(expected)
  })

  it('describes columns without running the query', async () => {
    const sql = 'SELECT id, total, pg_sleep(60) AS slept, total * 2 AS "Twice" FROM shop.orders; '
    const described = await pool.describe(database.connection, sql.replace('; ', ''))
    expect(described).toEqual([
      { name: 'id', type: 'integer' },
      { name: 'total', type: 'numeric(12,2)' },
      { name: 'slept', type: 'void' },
      { name: 'Twice', type: 'numeric' },
    ])
  })

  it('estimates the cost of a query', async () => {
    const [cost] = await pool.estimate(database.connection, 'SELECT count(*) FROM canary')
    expect(Object.keys(cost ?? {})).toEqual(['Start-up cost', 'Total cost'])
  })

  it('reads the catalog', async () => {
    const ask = <Q extends Parameters<Pool['catalog']>[1]>(question: Q) => pool.catalog(database.connection, question)
    expect(await ask({ ask: 'catalogs' })).toEqual([])
    expect(await ask({ ask: 'schemas', catalog: null })).toEqual({
      names: ['information_schema', 'public', 'shop'],
      default: 'public',
    })
    expect(await ask({ ask: 'tables', catalog: null, schema: null })).toEqual([
      { name: 'canary', type: 'table', comment: null },
    ])
    expect(await ask({ ask: 'tables', catalog: null, schema: 'shop' })).toEqual([
      { name: 'big', type: 'view', comment: null },
      { name: 'customers', type: 'table', comment: 'who buys' },
      { name: 'days', type: 'materialized_view', comment: null },
      { name: 'orders', type: 'table', comment: null },
    ])
    expect(await ask({ ask: 'table', catalog: null, schema: 'shop', table: 'nothing' })).toBeNull()
    expect(await ask({ ask: 'table', catalog: null, schema: 'shop', table: 'customers' })).toEqual({
      name: 'customers',
      type: 'table',
      comment: 'who buys',
      columns: [
        { name: 'id', type: 'BIGINT', nullable: false, comment: null, default: null },
        { name: 'name', type: 'VARCHAR(40)', nullable: false, comment: 'as on the invoice', default: null },
      ],
      primaryKey: { name: 'customers_pkey', columns: ['id'] },
      foreignKeys: [],
      indexes: [],
      partitions: null,
    })
    expect(await ask({ ask: 'table', catalog: null, schema: 'shop', table: 'orders' })).toMatchObject({
      foreignKeys: [{ columns: ['customer'], references: { schema: 'shop', table: 'customers', columns: ['id'] } }],
      indexes: [{ name: 'orders_once', columns: ['day', 'customer'], isUnique: true }],
      partitions: { columns: ['day'], latest: null },
    })
  })

  it.each([
    ['SELECT nope FROM canary', 'COLUMN_DOES_NOT_EXIST_ERROR', 'column "nope" does not exist'],
    ['SELECT * FROM nope', 'TABLE_DOES_NOT_EXIST_ERROR', 'relation "nope" does not exist'],
    ['SELECT * FROM nope.canary', 'TABLE_DOES_NOT_EXIST_ERROR', 'relation "nope.canary" does not exist'],
    ['SELECT * FROM canary WHERE', 'SYNTAX_ERROR', 'syntax error at end of input'],
    ['SELECT 1/0', 'GENERIC_DB_ENGINE_ERROR', 'division by zero'],
    [`SELECT 'x' > 1 FROM canary`, 'GENERIC_DB_ENGINE_ERROR', 'invalid input syntax for type integer: "x"'],
  ])('reports the error of %s', async (sql, code, message) => {
    expect(await failureOf(rows(sql))).toMatchObject({ code, status: 400, message })
    expect(await value('1')).toBe(1)
  })

  it.each([
    'INSERT INTO canary VALUES (2)',
    'DELETE FROM canary',
    'DROP TABLE canary',
    'TRUNCATE canary',
    'CREATE TABLE made (n int)',
    'SELECT * INTO made FROM canary',
    'WITH gone AS (DELETE FROM canary RETURNING *) SELECT * FROM gone',
    'SELECT 1; DELETE FROM canary',
    'SELECT * FROM canary FOR UPDATE',
    `SELECT nextval('counted')`,
    `SELECT setval('counted', 99)`,
    `COPY canary TO '/tmp/sextant-canary'`,
    `COPY (SELECT 1) TO PROGRAM 'touch /tmp/sextant-canary'`,
    `DO $$ BEGIN DELETE FROM canary; END $$`,
    'SET default_transaction_read_only = off',
    'COMMIT',
    '/* SELECT */ DELETE FROM canary',
    '-- SELECT\nDELETE FROM canary',
    'EXPLAIN ANALYZE DELETE FROM canary',
  ])('refuses %s', async (sql) => {
    expect(await failureOf(rows(sql))).toMatchObject({ status: 400 })
    expect(await rows('SELECT count(*) AS n FROM canary')).toEqual([{ n: 1 }])
  })

  it('resets every setting that a query changed', async () => {
    await value(`set_config('default_transaction_read_only', 'off', false)`)
    await value(`set_config('search_path', 'shop', false)`)
    expect(await value(`current_setting('default_transaction_read_only')`)).toBe('off')
    expect(await value(`current_setting('transaction_read_only')`)).toBe('on')
    expect(await value('current_schema()')).toBe('public')
  })

  it('reads a million rows in bounded memory, and does not read unneeded rows', async () => {
    const wide = `SELECT n, repeat('x', 100) AS text FROM generate_series(1, 1000000) AS n`
    expect(await pool.run(job(wide))).toMatchObject({ rowcount: 1_000_000 })
    const endless = `SELECT repeat('x', 1000) AS text FROM generate_series(1, 100000) a, generate_series(1, 100000) b`
    const limits = { ...GENEROUS_LIMITS, maxRows: 10_000 }
    expect(await failureOf(pool.run(job(endless, { limits })))).toMatchObject({ code: 'RESULT_TOO_LARGE_ERROR' })
  })

  const running = async () =>
    (
      await rows(`SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%slow mark%'
                   AND pid <> pg_backend_pid()`)
    )[0]?.['n']
  const settled = () => vi.waitFor(async () => expect(await running()).toBe(0), { timeout: 40_000, interval: 10 })

  it('stops a query in the server when it is cancelled', async () => {
    const abort = new AbortController()
    const slow = 'SELECT count(*) AS "slow mark" FROM generate_series(1, 1000000000) a, generate_series(1, 1000) b'
    const work = Promise.all(Array.from({ length: 3 }, () => failureOf(pool.run(job(slow), abort.signal))))
    while ((await running()) !== 3);
    abort.abort()
    for (const { status } of await work) expect(status).toBe(499)
    await settled()
  })

  it('stops at its timeout, while waiting for a lock and while sending rows', async () => {
    for (const sql of [
      'SELECT pg_sleep(100) AS "slow mark"',
      `SELECT n, pg_sleep(0.0001)::text AS "slow mark" FROM generate_series(1, 10000000) AS n`,
    ]) {
      const limits = { ...GENEROUS_LIMITS, timeoutMs: 400 }
      expect(await failureOf(pool.run(job(sql, { limits })))).toMatchObject({
        code: 'BACKEND_TIMEOUT_ERROR',
        status: 408,
      })
      await settled()
    }
  })

  it('survives the end of its sessions', async () => {
    await value('1')
    await database.execute(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sextant' AND datname = current_database()`,
    )
    expect(await value('1')).toBe(1)
    const work = failureOf(pool.run(job('SELECT pg_sleep(100) AS "slow mark"')))
    while ((await running()) !== 1);
    await database.execute(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%slow mark%' AND pid <> pg_backend_pid()`,
    )
    expect(await work).toMatchObject({ code: 'CONNECTION_HOST_DOWN_ERROR', status: 503 })
    expect(await value('1')).toBe(1)
  })

  it.each([
    [
      { database: 'no_such_db' },
      'CONNECTION_UNKNOWN_DATABASE_ERROR',
      'Unable to connect to database "no_such_db".',
      400,
    ],
    [
      { username: 'nobody_here' },
      'CONNECTION_INVALID_USERNAME_ERROR',
      'The username "nobody_here" does not exist.',
      400,
    ],
    [{ username: 'guarded', password: 'wrong' }, 'CONNECTION_INVALID_PASSWORD_ERROR', WRONG_PASSWORD, 400],
    [{ username: 'guarded', password: undefined }, 'CONNECTION_INVALID_PASSWORD_ERROR', WRONG_PASSWORD, 400],
    [{ host: 'no-such-host.invalid' }, 'CONNECTION_INVALID_HOSTNAME_ERROR', UNKNOWN_HOST, 400],
    [{ port: 1 }, 'CONNECTION_PORT_CLOSED_ERROR', REFUSED, 503],
  ] as const)('reports the error of %j', async (wrong, code, message, status) => {
    if (!('options' in database.connection)) throw new Error('no options')
    const options = { ...(database.connection.options as object), ...wrong }
    const connection = { dialect: 'postgresql', databaseId: 99, options, dataVersion: JSON.stringify(wrong) }
    const failure = await failureOf(pool.ping(connection, 5000))
    expect(failure).toMatchObject({ code, status, message })
  })
})
