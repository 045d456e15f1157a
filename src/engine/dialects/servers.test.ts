import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppError } from '../../model/errors/errors.ts'
import type { ConnectionSpec, EngineJob } from '../contracts.ts'
import { createEnginePool, type Pool } from '../run/pool.ts'
import { GENEROUS_LIMITS, plainJob } from '../run/testing/job.ts'
import { dialectOf } from './index.ts'
import { engineUri } from './testing/engines.ts'
import type { EngineUnderTest, TestDatabase } from './testing/engineUnderTest.ts'
import { evaluate, evaluateRows } from './testing/evaluate.ts'
import { clickhouseUnderTest, mariadbUnderTest, trinoUnderTest } from './testing/otherServers.ts'
import { postgresqlUnderTest } from './testing/postgresql.ts'

/** What the drivers of MySQL, ClickHouse and Trino do besides running a query: catalog, types, errors, limits. */
interface ServerCase {
  engine: EngineUnderTest
  tables: string[]
  /** `orders` as the catalog must report it. */
  details: Record<string, unknown>
  /** One row with a value of every type: expression -> value in the result, by its declared type. */
  values: [expression: string, type: string, value: unknown][]
  /** Statement -> the contract's error type, or the error message. */
  refusals: [sql: string, expected: string | RegExp][]
  /** `count` numbers called `n`. */
  numbers: (count: number) => string
  hasPasswords: boolean
}

const columns = (list: [name: string, type: string, nullable: boolean, comment?: string][]) =>
  list.map(([name, type, nullable, comment = null]) => expect.objectContaining({ name, type, nullable, comment }))

const servers: ServerCase[] = [
  {
    engine: mariadbUnderTest,
    tables: [
      `CREATE TABLE customers (id INT PRIMARY KEY, name VARCHAR(40))`,
      `CREATE TABLE orders (
         id BIGINT UNSIGNED NOT NULL PRIMARY KEY COMMENT 'its number', customer INT, at DATETIME(6), amount DECIMAL(30,2) DEFAULT 0,
         KEY by_time (at, customer), CONSTRAINT whose FOREIGN KEY (customer) REFERENCES customers (id)) COMMENT 'what was sold'`,
      `CREATE VIEW sums AS SELECT customer, SUM(amount) AS amount FROM orders GROUP BY customer`,
      `INSERT INTO customers VALUES (1, 'a')`,
      `CREATE FUNCTION writes() RETURNS INT MODIFIES SQL DATA BEGIN INSERT INTO customers VALUES (2, 'b'); RETURN 1; END`,
    ],
    details: {
      comment: 'what was sold',
      columns: columns([
        ['id', 'BIGINT(20) UNSIGNED', false, 'its number'],
        ['customer', 'INT(11)', true],
        ['at', 'DATETIME(6)', true],
        ['amount', 'DECIMAL(30,2)', true],
      ]),
      primaryKey: { name: 'PRIMARY', columns: ['id'] },
      foreignKeys: [
        {
          name: 'whose',
          columns: ['customer'],
          references: expect.objectContaining({ table: 'customers', columns: ['id'] }),
        },
      ],
      indexes: expect.arrayContaining([{ name: 'by_time', columns: ['at', 'customer'], isUnique: false }]),
      partitions: null,
    },
    values: [
      ['CAST(18446744073709551615 AS UNSIGNED)', 'BIGINT', 18446744073709551615n],
      ["CAST('123456789012345678.25' AS DECIMAL(30,2))", 'DECIMAL(30,2)', 123456789012345680n],
      ['CAST(0.1 AS DOUBLE)', 'DOUBLE', 0.1],
      [`DATE '2021-02-28'`, 'DATE', Date.UTC(2021, 1, 28)],
      [`TIMESTAMP '2021-02-28 01:02:03.456'`, 'DATETIME', Date.UTC(2021, 1, 28, 1, 2, 3, 456)],
      [`TIME '-10:11:12'`, 'TIME', '-10:11:12'],
      [`'ключ'`, 'VARCHAR', 'ключ'],
      [`X'00FF'`, 'VARBINARY', '[bytes]'],
      [`b'101'`, 'VARBINARY', '\u0005'],
    ],
    refusals: [
      ['SELECT nothing FROM orders', 'COLUMN_DOES_NOT_EXIST_ERROR'],
      ['SELECT * FROM nothing', 'TABLE_DOES_NOT_EXIST_ERROR'],
      ['SELECT * FROM nowhere.orders', 'TABLE_DOES_NOT_EXIST_ERROR'],
      ['SELECT * FROM orders WHERE', 'SYNTAX_ERROR'],
      ['SELECT 1; DELETE FROM customers', 'SYNTAX_ERROR'],
      ['DELETE FROM customers', /Only SELECT/],
      ['SELECT writes()', /READ ONLY/],
      [`SELECT 1 INTO @a; SELECT 1`, 'SYNTAX_ERROR'],
    ],
    numbers: (count) => `SELECT seq AS n, REPEAT('x', 100) AS filling FROM seq_1_to_${count}`,
    hasPasswords: true,
  },
  {
    engine: clickhouseUnderTest,
    tables: [
      `CREATE TABLE customers (id Int32, name String) ENGINE = MergeTree ORDER BY id`,
      `CREATE TABLE orders (
         id UInt64 COMMENT 'its number', customer Nullable(Int32), at DateTime64(6), amount Decimal(30,2) DEFAULT 0,
         INDEX by_amount amount TYPE minmax) ENGINE = MergeTree PARTITION BY toYYYYMM(at) ORDER BY (id, at) COMMENT 'what was sold'`,
      `CREATE VIEW sums AS SELECT customer, SUM(amount) AS amount FROM orders GROUP BY customer`,
      `INSERT INTO customers VALUES (1, 'a')`,
    ],
    details: {
      comment: 'what was sold',
      columns: columns([
        ['id', 'UInt64', false, 'its number'],
        ['customer', 'Nullable(Int32)', true],
        ['at', 'DateTime64(6)', false],
        ['amount', 'Decimal(30, 2)', false],
      ]),
      primaryKey: { name: null, columns: ['id', 'at'] },
      foreignKeys: [],
      indexes: [{ name: 'by_amount', columns: ['amount'], isUnique: false }],
      partitions: { columns: ['toYYYYMM(at)'], latest: null },
    },
    values: [
      ['toUInt64(18446744073709551615)', 'UInt64', 18446744073709551615n],
      [`toDecimal128('123456789012345678.25', 2)`, 'Decimal(38, 2)', 123456789012345680n],
      ['toFloat64(0.1)', 'Float64', 0.1],
      [`toDate('2021-02-28')`, 'Date', Date.UTC(2021, 1, 28)],
      [`toDateTime64('2021-02-28 01:02:03.456', 3)`, 'DateTime64(3)', Date.UTC(2021, 1, 28, 1, 2, 3, 456)],
      [`toDateTime('2021-02-28 01:02:03', 'Asia/Tokyo')`, `DateTime('Asia/Tokyo')`, Date.UTC(2021, 1, 28, 1, 2, 3)],
      [`toNullable(true)`, 'Nullable(Bool)', true],
      [`'ключ'`, 'String', 'ключ'],
      [`[toUInt64(18446744073709551615), 1]`, 'Array(UInt64)', '["18446744073709551615","1"]'],
      [`toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')`, 'UUID', '61f0c404-5cb3-11e7-907b-a6006ad3dba0'],
    ],
    refusals: [
      ['SELECT nothing FROM orders', 'COLUMN_DOES_NOT_EXIST_ERROR'],
      ['SELECT * FROM nothing', 'TABLE_DOES_NOT_EXIST_ERROR'],
      ['SELECT * FROM nowhere.orders', 'SCHEMA_DOES_NOT_EXIST_ERROR'],
      ['SELECT * FROM orders WHERE', 'SYNTAX_ERROR'],
      ['TRUNCATE TABLE customers', /Only SELECT/],
      ['SELECT 1 SETTINGS readonly = 0', /READONLY/],
    ],
    numbers: (count) => `SELECT number + 1 AS n, repeat('x', 100) AS filling FROM numbers(${count})`,
    hasPasswords: true,
  },
  {
    engine: trinoUnderTest,
    tables: [
      `CREATE TABLE customers (id INTEGER, name VARCHAR)`,
      `CREATE TABLE orders (id BIGINT, customer INTEGER, at TIMESTAMP(6), amount DECIMAL(30,2))`,
      `CREATE VIEW sums AS SELECT customer, SUM(amount) AS amount FROM orders GROUP BY customer`,
      `INSERT INTO customers VALUES (1, 'a')`,
    ],
    details: {
      columns: columns([
        ['id', 'BIGINT', true],
        ['customer', 'INTEGER', true],
        ['at', 'TIMESTAMP(6)', true],
        ['amount', 'DECIMAL(30,2)', true],
      ]),
      primaryKey: null,
      foreignKeys: [],
      indexes: [],
      partitions: null,
    },
    values: [
      ['9223372036854775807', 'bigint', 9223372036854775807n],
      [`DECIMAL '123456789012345678.25'`, 'decimal(20, 2)', 123456789012345680n],
      ["DOUBLE '0.1'", 'double', 0.1],
      [`DATE '2021-02-28'`, 'date', Date.UTC(2021, 1, 28)],
      [`TIMESTAMP '2021-02-28 01:02:03.456'`, 'timestamp(3)', Date.UTC(2021, 1, 28, 1, 2, 3, 456)],
      [`TIMESTAMP '2021-02-28 01:02:03 Asia/Tokyo'`, 'timestamp(0) with time zone', Date.UTC(2021, 1, 28, 1, 2, 3)],
      ['true', 'boolean', true],
      [`'ключ'`, 'varchar(4)', 'ключ'],
      [`X'00FF'`, 'varbinary', '[bytes]'],
      ['ARRAY[9223372036854775807, 1]', 'array(bigint)', '["9223372036854775807",1]'],
      ['nan()', 'double', null],
    ],
    refusals: [
      ['SELECT nothing FROM orders', 'COLUMN_DOES_NOT_EXIST_ERROR'],
      ['SELECT * FROM nothing', 'TABLE_DOES_NOT_EXIST_ERROR'],
      ['SELECT * FROM memory.nowhere.orders', 'SCHEMA_DOES_NOT_EXIST_ERROR'],
      ['SELECT * FROM orders WHERE', 'SYNTAX_ERROR'],
      ['SELECT 1; SELECT 2', 'SYNTAX_ERROR'],
      ['DROP TABLE customers', /Only SELECT/],
    ],
    numbers: (count) =>
      `SELECT a * 1000 + b + 1 AS n, rpad('', 100, 'x') AS filling FROM UNNEST(sequence(0, ${count / 1000 - 1})) AS x(a)
       CROSS JOIN UNNEST(sequence(0, 999)) AS y(b)`,
    hasPasswords: false,
  },
]

let pool: Pool
let scratch: string
beforeAll(() => {
  pool = createEnginePool({ children: 1 })
  scratch = mkdtempSync(join(tmpdir(), 'servers-'))
})
afterAll(async () => {
  await pool.close()
  rmSync(scratch, { recursive: true })
})

const failureOf = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: AppError) => error,
  )

for (const { engine, tables, details, values, refusals, numbers, hasPasswords } of servers) {
  describe.skipIf(!engine.isRunning)(`${engine.name} as a server`, () => {
    let database: TestDatabase
    let connection: ConnectionSpec
    beforeAll(async () => {
      database = await engine.open()
      connection = { ...database.connection, databaseId: 70 + servers.findIndex((each) => each.engine === engine) }
      for (const sql of tables) await database.execute(sql)
    })
    afterAll(() => database?.close())

    const here = { catalog: null, schema: null }
    const run = (sql: string, { maxRows = 200_000, ...more }: { maxRows?: number } & Partial<EngineJob> = {}) =>
      pool.run(plainJob(connection, sql, { encoding: 'columns', limits: { ...GENEROUS_LIMITS, maxRows }, ...more }))

    it('lists its schemas, tables and views', async () => {
      const schemas = await pool.catalog(connection, { ask: 'schemas', catalog: null })
      expect(schemas.default).toMatch(/^conformance_/)
      expect(schemas.names).toContain(schemas.default)
      expect(schemas.names.join()).not.toMatch(/information_schema/i)
      const found = await pool.catalog(connection, { ask: 'tables', ...here })
      expect(found.map(({ name, type }) => [name, type])).toEqual([
        ['customers', 'table'],
        ['orders', 'table'],
        ['sums', 'view'],
      ])
      const named = await pool.catalog(connection, { ask: 'tables', catalog: null, schema: schemas.default })
      expect(named).toEqual(found)
    })

    it('lists the columns, keys, indexes, partitions and comments of a table', async () => {
      const table = await pool.catalog(connection, { ask: 'table', table: 'orders', ...here })
      expect(table).toMatchObject({ name: 'orders', type: 'table', ...details })
      expect(await pool.catalog(connection, { ask: 'table', table: "no'where", ...here })).toBeNull()
    })

    it.each(values)('reads %s as %s', async (expression, type, expected) => {
      expect(await pool.describe(connection, `SELECT ${expression} AS x`)).toEqual([{ name: 'x', type }])
      expect(await evaluate(pool, expression, connection)).toEqual(expected)
      expect(engine.dialect.genericType(type)).not.toBeNull()
    })

    it('writes decimals to files with all digits', async () => {
      const decimal = values.find(([, type]) => /^decimal/i.test(type))?.[0]
      const file = join(scratch, `${engine.name}.csv`)
      await run(`SELECT ${decimal} AS x`, { encoding: 'csv', file })
      expect(readFileSync(file, 'utf8')).toBe('x\n123456789012345678.25\n')
    })

    it.each(refusals)('refuses %s', async (sql, expected) => {
      const error = await failureOf(evaluateRows(pool, sql, connection))
      if (typeof expected === 'string') expect(error.code).toBe(expected)
      else expect(error.message).toMatch(expected)
      expect(error.status).toBe(400)
      const [[count] = []] = await database.execute('SELECT count(*) FROM customers')
      expect(Number(count)).toBe(1)
    })

    it('reads a hundred thousand rows in chunks', async () => {
      const { rowcount, body } = await run(numbers(100_000))
      expect(rowcount).toBe(100_000)
      expect(body.length).toBeGreaterThan(10_000_000)
    })

    it('stops reading a result that is too large, and continues', async () => {
      const error = await failureOf(run(numbers(2_000_000), { maxRows: 5000 }))
      expect(error.code).toBe('RESULT_TOO_LARGE_ERROR')
      expect(await evaluate(pool, '1', connection)).toBe(1)
    })

    it('runs many queries at once', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => evaluate(pool, String(i), connection)))
      expect(answers).toEqual(Array.from({ length: 20 }, (_, i) => i))
    })

    it('estimates the cost of a query', async () => {
      expect(dialectOf(connection.dialect).estimates).toBe(true)
      const costs = await pool.estimate(connection, 'SELECT * FROM customers')
      expect(costs.length).toBeGreaterThan(0)
      for (const cost of costs) {
        expect(Object.keys(cost).length).toBeGreaterThan(0)
        for (const value of Object.values(cost)) expect(value).not.toMatch(/undefined|NaN/)
      }
    })

    /** The same server with other options. */
    const elsewhere = (options: Record<string, unknown>): ConnectionSpec => {
      if ('tables' in connection) throw new Error('no server')
      return {
        ...connection,
        databaseId: 90,
        options: { ...connection.options, ...options },
        dataVersion: JSON.stringify(options),
      }
    }

    it('can be reached', async () => {
      await expect(pool.ping(connection, 10_000)).resolves.toEqual({ sshHostKey: null })
    })

    it('reports a closed port', async () => {
      const error = await failureOf(pool.ping(elsewhere({ port: 1 }), 10_000))
      expect(error).toMatchObject({ code: 'CONNECTION_PORT_CLOSED_ERROR', extra: { invalid: ['host', 'port'] } })
    })

    // Trino without encryption requests no password
    if (hasPasswords) {
      it('reports a wrong password without revealing it', async () => {
        const error = await failureOf(pool.ping(elsewhere({ password: 'canary' }), 10_000))
        expect(error).toMatchObject({ code: 'CONNECTION_ACCESS_DENIED_ERROR', status: 400 })
        expect(error.message).not.toContain('canary')
      })
    }
  })
}

describe.each([
  [postgresqlUnderTest, 'SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()'],
  [mariadbUnderTest, 'SELECT count(*) FROM information_schema.processlist WHERE db = database()'],
] as const)('sessions on $name', (engine, countSessions) => {
  it.skipIf(!engine.isRunning)('are reused after queries that fail', async () => {
    const database = await engine.open()
    const fail = () => failureOf(evaluate(pool, 'no_such_column', database.connection))
    for (let time = 0; time < 10; time++) expect((await fail()).status).toBe(400)
    const [[sessions] = []] = await database.execute(countSessions)
    // a few sessions of the driver, and that of the administrator
    expect(Number(sessions)).toBeLessThan(6)
    await database.close()
  })
})

describe.skipIf(!mariadbUnderTest.isRunning)('a connection that MariaDB closed while it was idle', () => {
  it('is replaced', async () => {
    const { administratorOf } = await import('./testing/administrators.ts')
    const database = await mariadbUnderTest.open()
    expect(await evaluate(pool, '1', database.connection)).toBe(1)
    const admin = await administratorOf('mariadb', engineUri('mariadb') ?? '')
    const schema = 'tables' in database.connection ? '' : String(database.connection.options['database'])
    const ours = await admin.execute(
      `SELECT id FROM information_schema.processlist WHERE db = '${schema}' AND command = 'Sleep' AND id <> connection_id()`,
    )
    expect(ours.length).toBeGreaterThan(0)
    // the test's own connection to that database is among the killed ones
    for (const [id] of ours) await admin.execute(`KILL ${id}`).catch(() => undefined)
    expect(await evaluate(pool, '2', database.connection)).toBe(2)
    await admin.execute(`DROP DATABASE ${schema}`)
    await admin.close()
  })
})
