import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ConnectionSpec, EngineJob } from '../../contracts.ts'
import { createEnginePool, type Pool } from '../../run/pool.ts'
import { untilComputing } from '../../run/testing/computing.ts'
import { GENEROUS_LIMITS, plainJob } from '../../run/testing/job.ts'
import { fileFolder, sqliteUnderTest } from '../testing/embedded.ts'
import type { TestDatabase } from '../testing/engineUnderTest.ts'
import { evaluate, evaluateRows } from '../testing/evaluate.ts'
import { failureOf } from '../testing/failure.ts'

/** Runs for minutes without returning a row. */
const SLOW = `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 1000000000) SELECT max(x) FROM c`

describe('the SQLite driver', () => {
  let database: TestDatabase
  let pool: Pool
  let path: string
  const job = (sql: string, more: Partial<EngineJob> = {}) =>
    plainJob(database.connection, sql, { encoding: 'columns', ...more })
  const value = (expression: string) => evaluate(pool, expression, database.connection)
  const rows = (sql: string) => evaluateRows(pool, sql, database.connection)
  const fileConnection = (file: string): ConnectionSpec => ({
    dialect: 'sqlite',
    databaseId: 9,
    options: { database: file },
    dataVersion: file,
  })

  beforeAll(async () => {
    database = await sqliteUnderTest.open()
    path =
      'options' in database.connection ? String((database.connection.options as { database: string }).database) : ''
    pool = createEnginePool({ fileFolders: [fileFolder], otherChildren: 4 })
    await database.execute(`
      CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL);
      CREATE TABLE orders (day DATE, customer INTEGER REFERENCES customers (id), total NUMERIC DEFAULT 0, note TEXT,
        PRIMARY KEY (day, customer));
      CREATE UNIQUE INDEX by_note ON orders (note, total);
      CREATE VIEW big AS SELECT * FROM orders WHERE total > 100;
      CREATE TABLE canary (n INT);
      INSERT INTO canary VALUES (1);
    `)
  })
  afterAll(async () => {
    await pool?.close()
    await database?.close()
  })

  it.each([
    ['9223372036854775807', 9223372036854775807n],
    ['9007199254740991', 9007199254740991],
    ['1.5', 1.5],
    ['9e999', null],
    ['NULL', null],
    ["x'68c3a9'", 'hé'],
    ["x'ff'", '[bytes]'],
    ["datetime('2021-01-02 03:04:05')", '2021-01-02 03:04:05'],
  ])('reads %s', async (expression, expected) => {
    expect(await value(expression)).toEqual(expected)
  })

  it('detects the type of a column from its values', async () => {
    const answer = await pool.run(job(`SELECT 1 AS a, 1.5 AS b, 'x' AS c UNION ALL SELECT 2, 2, 3`))
    expect(JSON.parse(`{${answer.body}}`)).toMatchObject({ coltypes: [0, 0, 1] })
  })

  it('describes columns without running the query', async () => {
    expect(
      await pool.describe(database.connection, 'SELECT day, total, n + 1 AS next FROM canary LEFT JOIN orders'),
    ).toEqual([
      { name: 'day', type: 'DATE' },
      { name: 'total', type: 'NUMERIC' },
      { name: 'next', type: 'INTEGER' },
    ])
  })

  it('reads the catalog', async () => {
    const ask = <Q extends Parameters<Pool['catalog']>[1]>(question: Q) => pool.catalog(database.connection, question)
    expect(await ask({ ask: 'schemas', catalog: null })).toEqual({ names: ['main'], default: 'main' })
    expect(await ask({ ask: 'tables', catalog: null, schema: 'main' })).toEqual([
      { name: 'big', type: 'view', comment: null },
      { name: 'canary', type: 'table', comment: null },
      { name: 'customers', type: 'table', comment: null },
      { name: 'orders', type: 'table', comment: null },
    ])
    expect(await ask({ ask: 'table', catalog: null, schema: null, table: 'nothing' })).toBeNull()
    expect(await ask({ ask: 'table', catalog: null, schema: null, table: 'orders' })).toEqual({
      name: 'orders',
      type: 'table',
      comment: null,
      columns: [
        { name: 'day', type: 'DATE', nullable: true, comment: null, default: null },
        { name: 'customer', type: 'INTEGER', nullable: true, comment: null, default: null },
        { name: 'total', type: 'NUMERIC', nullable: true, comment: null, default: '0' },
        { name: 'note', type: 'TEXT', nullable: true, comment: null, default: null },
      ],
      primaryKey: { name: null, columns: ['day', 'customer'] },
      foreignKeys: [
        { name: null, columns: ['customer'], references: { schema: null, table: 'customers', columns: ['id'] } },
      ],
      indexes: [{ name: 'by_note', columns: ['note', 'total'], isUnique: true }],
      partitions: null,
    })
  })

  it.each([
    ['SELECT nope FROM canary', 'COLUMN_DOES_NOT_EXIST_ERROR', 'no such column: nope'],
    ['SELECT "nope" FROM canary', 'COLUMN_DOES_NOT_EXIST_ERROR', 'no such column: "nope"'],
    ['SELECT * FROM nope', 'TABLE_DOES_NOT_EXIST_ERROR', 'no such table: nope'],
    ['SELECT * FROM nope.canary', 'SCHEMA_DOES_NOT_EXIST_ERROR', 'no such table: nope.canary'],
    ['SELECT * FROM canary WHERE', 'SYNTAX_ERROR', 'incomplete input'],
    ['SELECT * FORM canary', 'SYNTAX_ERROR', 'near "FORM": syntax error'],
  ])('reports the error of %s', async (sql, code, message) => {
    expect(await failureOf(rows(sql))).toMatchObject({ code, status: 400, message })
    expect(await value('1')).toBe(1)
  })

  it.each([
    'INSERT INTO canary VALUES (2)',
    'DELETE FROM canary',
    'DROP TABLE canary',
    'CREATE TABLE made (n INT)',
    'CREATE TEMP TABLE made (n INT)',
    'WITH x AS (SELECT 1) DELETE FROM canary',
    'WITH x AS (SELECT 1) INSERT INTO canary SELECT * FROM x',
    `ATTACH '/tmp/other.db' AS other`,
    'PRAGMA journal_mode = DELETE',
    `SELECT * FROM pragma_table_info('canary')`,
    'SELECT * FROM pragma_database_list',
    `SELECT load_extension('/tmp/x.so')`,
    `SELECT writefile('/tmp/x', 'y')`,
    `SELECT readfile('/etc/passwd')`,
    `VACUUM INTO '/tmp/copy.db'`,
    'VALUES (1); DELETE FROM canary',
    '-- SELECT\nDELETE FROM canary',
  ])('refuses %s', async (sql) => {
    const before = readFileSync(path)
    // of several statements only the first runs
    if (!sql.startsWith('VALUES')) expect(await failureOf(rows(sql))).toMatchObject({ status: 400 })
    else await rows(sql)
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(await rows('SELECT count(*) AS n FROM canary')).toEqual([{ n: 1 }])
  })

  it('returns large results in batches', async () => {
    const sql = `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 300000) SELECT x, 'text' || x FROM c`
    expect(await pool.run(job(sql))).toMatchObject({ rowcount: 300_000 })
    const limits = { ...GENEROUS_LIMITS, maxRows: 1000 }
    expect(await failureOf(pool.run(job(sql, { limits })))).toMatchObject({ code: 'RESULT_TOO_LARGE_ERROR' })
  })

  it('is killed within 100 ms when a query is cancelled, because it cannot receive the cancel', async () => {
    expect(await value('1')).toBe(1)
    const abort = new AbortController()
    const work = failureOf(pool.run(job(SLOW), abort.signal))
    await untilComputing(() => pool.pids)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      abort.abort()
      vi.advanceTimersByTime(100)
    } finally {
      vi.useRealTimers()
    }
    expect(await work).toMatchObject({ status: 499 })
  })

  // the time limit is met only on an idle machine: other test files may run, so the test is retried
  it('stops within a second, and other queries continue', { retry: 2 }, async () => {
    const abort = new AbortController()
    const work = failureOf(pool.run(job(SLOW), abort.signal))
    expect(await value('1')).toBe(1)
    const [pid] = pool.pids
    abort.abort()
    expect(await work).toMatchObject({ status: 499 })
    await vi.waitFor(() => expect(pool.pids).not.toContain(pid), { timeout: 1000, interval: 10 })
    const limits = { ...GENEROUS_LIMITS, timeoutMs: 300 }
    expect(await failureOf(pool.run(job(SLOW, { limits })))).toMatchObject({ code: 'BACKEND_TIMEOUT_ERROR' })
    expect(await value('2')).toBe(2)
  })

  it('opens only files in the listed folders, regardless of links', async () => {
    const outside = join(dirname(fileFolder), 'outside.db')
    writeFileSync(outside, readFileSync(path))
    const link = join(fileFolder, 'link.db')
    rmSync(link, { force: true })
    symlinkSync(outside, link)
    const near = `${fileFolder}-near`
    mkdirSync(near, { recursive: true })
    writeFileSync(join(near, 'x.db'), readFileSync(path))
    try {
      for (const file of [
        outside,
        link,
        join(near, 'x.db'),
        join(fileFolder, '..', 'outside.db'),
        join(fileFolder, 'nothing.db'),
        `file:${path}?mode=rwc`,
        ':memory:',
        '',
        fileFolder,
      ]) {
        const failure = await failureOf(pool.ping(fileConnection(file), 5000))
        expect(failure).toMatchObject({
          code: 'CONNECTION_ACCESS_DENIED_ERROR',
          message: 'This database file does not exist in the folders listed in the configuration.',
        })
      }
      await pool.ping(fileConnection(path), 5000)
      const text = join(fileFolder, 'text.db')
      writeFileSync(text, 'this is no database '.repeat(100))
      expect(await failureOf(pool.ping(fileConnection(text), 5000))).toMatchObject({
        code: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      })
    } finally {
      for (const file of [outside, link, near]) rmSync(file, { recursive: true, force: true })
    }
  })

  it('changes rows and creates tables only if a change is requested', async () => {
    const change = (sql: string) => pool.change(database.connection, sql, { timeoutMs: 5000 })
    for (const sql of ['INSERT INTO canary VALUES (2)', 'CREATE TABLE made (n INT)']) {
      expect(await failureOf(pool.run(job(sql)))).toMatchObject({ message: 'Only SELECT statements are allowed.' })
    }
    expect(await change('INSERT INTO canary VALUES (2), (3)')).toEqual({ rowcount: 2 })
    expect(await change('DELETE FROM canary WHERE n > 1')).toEqual({ rowcount: 2 })
    await change('CREATE TABLE "made here" AS SELECT n FROM canary')
    await change('CREATE VIEW seen AS SELECT n + 1 AS m FROM "made here"')
    expect(await value('(SELECT m FROM seen)')).toBe(2)
    for (const sql of ['DROP VIEW seen', `ATTACH '/tmp/other.db' AS other`, 'PRAGMA writable_schema = ON', 'VACUUM']) {
      expect(await failureOf(change(sql)), sql).toMatchObject({ code: 'GENERIC_DB_ENGINE_ERROR' })
    }
  })

  it('reads a file that replaces another one, and reports a missing file', async () => {
    const inFolder = (name: string) => join(fileFolder, name)
    const [nightly, next, away] = [inFolder('nightly.db'), inFolder('next.db'), inFolder('away.db')]
    const write = (file: string, table: string) => {
      const written = new DatabaseSync(file)
      written.exec(`CREATE TABLE ${table} (n INT); INSERT INTO ${table} VALUES (1)`)
      written.close()
    }
    const connection = fileConnection(nightly)
    const read = (table: string) => pool.run(plainJob(connection, `SELECT n FROM ${table}`, { encoding: 'columns' }))
    const tables = async () =>
      (await pool.catalog(connection, { ask: 'tables', catalog: null, schema: 'main' })).map(({ name }) => name)
    try {
      write(nightly, 'yesterday')
      expect(await tables()).toEqual(['yesterday'])
      expect((await read('yesterday')).rowcount).toBe(1)
      write(next, 'today')
      renameSync(next, nightly)
      expect((await read('today')).rowcount).toBe(1)
      expect(await tables()).toEqual(['today'])
      renameSync(nightly, away)
      expect(await failureOf(read('today'))).toMatchObject({
        message: 'This database file does not exist in the folders listed in the configuration.',
      })
      renameSync(away, nightly)
      expect((await read('today')).rowcount).toBe(1)
    } finally {
      for (const file of [nightly, next, away]) rmSync(file, { force: true })
    }
  })

  it('explains a query only if this is requested', async () => {
    const sql = 'EXPLAIN QUERY PLAN SELECT * FROM orders'
    expect(await failureOf(pool.run(job(sql)))).toMatchObject({ message: 'Only SELECT statements are allowed.' })
    expect((await pool.run(job(sql, { inspects: true }))).rowcount).toBeGreaterThan(0)
  })

  it('opens none if no folder is listed', async () => {
    const closed = createEnginePool()
    try {
      expect(await failureOf(closed.ping(fileConnection(path), 5000))).toMatchObject({
        code: 'CONNECTION_ACCESS_DENIED_ERROR',
      })
    } finally {
      await closed.close()
    }
  })
})
