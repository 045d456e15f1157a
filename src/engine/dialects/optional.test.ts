import { parse } from '@polyglot-sql/sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TIME_GRAINS } from '../../model/time/timeGrain.ts'
import { renderSelect } from '../plan/render.ts'
import type { SelectTree } from '../plan/tree.ts'
import { formatDatabaseUri, parseDatabaseUri } from './connection.ts'
import type { Dialect, Driver, LiteralValue } from './dialect.ts'
import { dialectOf } from './index.ts'

/**
 * Databases whose packages are not included and whose servers cannot run in tests: their SQL is compared with expected
 * texts, and parsed with their grammar.
 */
const names = ['bigquery', 'snowflake', 'mssql', 'redshift', 'databricks', 'oracle']
const all = names.map((name) => [name, dialectOf(name)] as const)

type Grammar = Parameters<typeof parse>[1]
const trees = (sql: string, dialect: string): unknown[] => {
  const { gate } = dialectOf(dialect)
  const { success, ast, error } = parse(sql, (gate === 'engine' ? undefined : gate.grammar) as Grammar)
  expect(success, `${sql}: ${error}`).toBe(true)
  return ast as unknown[]
}

const wallMs = Date.UTC(2021, 0, 2, 3, 4, 5, 678)
const time = (columnType: string | null): LiteralValue => ({ wallMs, columnType, format: null })

const literals: Record<string, [LiteralValue, string][]> = {
  bigquery: [
    [{ text: "O'Brien \\ \n" }, "'O\\'Brien \\\\ \\n'"],
    [{ integer: '9223372036854775808' }, "BIGNUMERIC '9223372036854775808'"],
    [time('DATE'), "CAST('2021-01-02' AS DATE)"],
    [time('TIMESTAMP'), "CAST('2021-01-02T03:04:05.678000' AS TIMESTAMP)"],
    [time('DATETIME'), "CAST('2021-01-02T03:04:05.678000' AS DATETIME)"],
    [time('TIME'), "CAST('03:04:05.678000' AS TIME)"],
    [time('STRING'), "'2021-01-02 03:04:05.678000'"],
    [true, 'TRUE'],
  ],
  snowflake: [
    [{ text: "O'Brien \\" }, "'O''Brien \\\\'"],
    [time('DATE'), "TO_DATE('2021-01-02')"],
    [time('TIMESTAMP_NTZ(9)'), "TO_TIMESTAMP('2021-01-02T03:04:05.678000')"],
    [time('DATETIME'), "CAST('2021-01-02T03:04:05.678000' AS DATETIME)"],
    [time('TEXT'), "'2021-01-02 03:04:05.678000'"],
    [null, 'NULL'],
  ],
  mssql: [
    [{ text: "O'Brien \\" }, "N'O''Brien \\'"],
    [true, '1'],
    [{ float: 0.5 }, 'CAST(0.5 AS FLOAT)'],
    [time('DATE'), "CONVERT(DATE, '2021-01-02', 23)"],
    [time('DATETIME'), "CONVERT(DATETIME, '2021-01-02T03:04:05.678', 126)"],
    [time('SMALLDATETIME'), "CONVERT(SMALLDATETIME, '2021-01-02 03:04:05', 20)"],
    [time('DATETIME2(7)'), "CONVERT(DATETIME2, '2021-01-02T03:04:05.678000', 126)"],
  ],
  redshift: [
    [{ text: "O'Brien" }, "'O''Brien'"],
    [{ text: 'a\\b' }, "('a' || CHR(92) || 'b')"],
    [time('TIMESTAMP'), "TIMESTAMP '2021-01-02 03:04:05.678000'"],
  ],
  databricks: [
    [{ text: "O'Brien \\" }, "'O\\'Brien \\\\'"],
    [{ integer: '9223372036854775808' }, '9223372036854775808BD'],
    [{ float: 0.5 }, '0.5D'],
    [time('DATE'), "TIMESTAMP '2021-01-02 03:04:05.678000'"],
  ],
  oracle: [
    [{ text: "O'Brien" }, "'O''Brien'"],
    [false, '0'],
    [time('DATE'), `TO_DATE('2021-01-02T03:04:05', 'YYYY-MM-DD"T"HH24:MI:SS')`],
    [{ wallMs: Date.UTC(2021, 0, 2), columnType: 'DATE', format: null }, "TO_DATE('2021-01-02', 'YYYY-MM-DD')"],
    [time('TIMESTAMP(6)'), `TO_TIMESTAMP('2021-01-02T03:04:05.678000', 'YYYY-MM-DD"T"HH24:MI:SS.ff6')`],
  ],
}

const grains: Record<string, Record<string, string>> = {
  bigquery: {
    PT1S: 'CAST(TIMESTAMP_SECONDS(UNIX_SECONDS(CAST(c AS TIMESTAMP))) AS TIMESTAMP)',
    PT1M: 'CAST(TIMESTAMP_SECONDS(60 * DIV(UNIX_SECONDS(CAST(c AS TIMESTAMP)), 60)) AS TIMESTAMP)',
    PT5M: 'CAST(TIMESTAMP_SECONDS(300 * DIV(UNIX_SECONDS(CAST(c AS TIMESTAMP)), 300)) AS TIMESTAMP)',
    PT1H: 'TIMESTAMP_TRUNC(c, HOUR)',
    P1W: 'TIMESTAMP_TRUNC(c, WEEK)',
    P3M: 'TIMESTAMP_TRUNC(c, QUARTER)',
    '1969-12-29T00:00:00Z/P1W': 'TIMESTAMP_TRUNC(c, ISOWEEK)',
  },
  snowflake: {
    PT1S: "DATE_TRUNC('SECOND', c)",
    PT5M: "DATEADD(MINUTE, FLOOR(DATE_PART(MINUTE, c) / 5) * 5, DATE_TRUNC('HOUR', c))",
    P1W: "DATE_TRUNC('WEEK', c)",
    P1Y: "DATE_TRUNC('YEAR', c)",
  },
  mssql: {
    PT1S: "DATEADD(SECOND, DATEDIFF(SECOND, '2000-01-01', c), '2000-01-01')",
    PT1M: 'DATEADD(MINUTE, DATEDIFF(MINUTE, 0, c), 0)',
    P1M: 'DATEADD(MONTH, DATEDIFF(MONTH, 0, c), 0)',
    P1W: 'DATEADD(DAY, 1 - DATEPART(WEEKDAY, c), DATEADD(DAY, DATEDIFF(DAY, 0, c), 0))',
    '1969-12-28T00:00:00Z/P1W': 'DATEADD(DAY, -1, DATEADD(WEEK, DATEDIFF(WEEK, 0, c), 0))',
    '1969-12-29T00:00:00Z/P1W': 'DATEADD(WEEK, DATEDIFF(WEEK, 0, DATEADD(DAY, -1, c)), 0)',
  },
  redshift: { P1W: "DATE_TRUNC('week', c)", P1Y: "DATE_TRUNC('year', c)" },
  databricks: {
    PT1S: "date_trunc('second', c)",
    'P1W/1970-01-03T00:00:00Z': "date_trunc('week', c + interval '1' day) + interval '5' day",
  },
  oracle: {
    PT1M: "TRUNC(CAST(c AS DATE), 'MI')",
    PT1H: "TRUNC(CAST(c AS DATE), 'HH')",
    P1D: "TRUNC(CAST(c AS DATE), 'DDD')",
    P1W: "TRUNC(CAST(c AS DATE), 'WW')",
    P1M: "TRUNC(CAST(c AS DATE), 'MONTH')",
    P3M: "TRUNC(CAST(c AS DATE), 'Q')",
  },
}

const query: SelectTree = {
  select: [
    { label: 'Region', expression: { kind: 'column', name: 'region' } },
    { label: 'day', expression: { kind: 'bucket', grain: 'P1D', of: { kind: 'column', name: 'at' } } },
    {
      label: 'SUM(amount)',
      expression: { kind: 'aggregate', aggregate: 'SUM', of: { kind: 'column', name: 'amount' } },
    },
  ],
  source: { sql: 'SELECT * FROM sales' },
  seriesLimit: {
    dimensions: [{ label: 'Region', expression: { kind: 'column', name: 'region' } }],
    rank: { kind: 'countAll' },
    descending: true,
    limit: 5,
    where: [],
  },
  where: [
    { kind: 'in', of: { kind: 'column', name: 'region' }, values: [{ text: "O'Brien" }] },
    { kind: 'ilike', left: { kind: 'column', name: 'region' }, right: { kind: 'literal', value: { text: 'a%' } } },
    { kind: 'isBoolean', of: { kind: 'column', name: 'is_new' }, value: true },
    { kind: 'isNull', of: { kind: 'column', name: 'amount' } },
  ],
  groupBy: [
    { kind: 'column', name: 'region' },
    { kind: 'bucket', grain: 'P1D', of: { kind: 'column', name: 'at' } },
  ],
  having: [],
  orderBy: [{ by: { label: 'SUM(amount)' }, ascending: false }],
  limit: 10,
  offset: 20,
  countAs: null,
}

describe.each(all)('%s', (name, dialect: Dialect) => {
  it.each(literals[name] ?? [])('writes %j as %s', (value, expected) => {
    expect(dialect.literal(value)).toBe(expected)
  })

  it.each(Object.entries(grains[name] ?? {}))('has the grain %s as the contract writes it', (grain, expected) => {
    expect(dialect.timeGrains[grain]?.('c')).toBe(expected)
  })

  it.each(TIME_GRAINS)('has the grain %s, and its grammar reads it', (grain) => {
    const bucket = dialect.timeGrains[grain]?.('c', 'TIMESTAMP')
    expect(trees(`SELECT ${bucket} FROM t`, name)).toHaveLength(1)
    expect(dialect.listedGrains.every((listed) => dialect.timeGrains[listed])).toBe(true)
  })

  it('writes whole queries that its grammar reads', () => {
    const sql = renderSelect(query, dialect)
    expect(sql).toMatchSnapshot()
    expect(trees(sql, name)).toHaveLength(1)
    const plain = renderSelect({ ...query, offset: 0, seriesLimit: null }, dialect)
    expect(trees(plain, name)).toHaveLength(1)
  })

  it('keeps any text a string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const written = dialect.literal({ text: text.replaceAll('\0', '') })
        const [tree] = trees(`SELECT ${written} AS a`, name) as { select: { expressions: unknown[] } }[]
        expect(tree?.select.expressions).toHaveLength(1)
      }),
      { numRuns: 200 },
    )
  })

  it.each(["'; DROP TABLE x; --", "\\'; DROP TABLE x; --", "a'b", 'a"b', '`', ']', '\\'])(
    'keeps all digits of %j',
    (text) => {
      expect(trees(`SELECT ${dialect.literal({ text })} AS a`, name)).toHaveLength(1)
      const quoted = dialect.quote(dialect.alias(text))
      expect(trees(`SELECT 1 AS ${quoted}`, name)).toHaveLength(1)
    },
  )

  it('formats addresses as it parses them', () => {
    const address = {
      bigquery: 'bigquery://project/dataset?location=EU',
      snowflake: 'snowflake://me:secret@account/db/schema?role=r&warehouse=w',
      mssql: 'mssql://me:secret@host:1433/db?Encrypt=yes',
      redshift: 'redshift://me:secret@host:5439/db?sslmode=verify-ca',
      databricks: 'databricks+connector://token:secret@host:443/db?http_path=%2Fsql%2F1',
      oracle: 'oracle://me:secret@host:1521/service',
    }[name]
    const parts = parseDatabaseUri(address ?? '')
    if (!parts) throw new Error(`not an address: ${address}`)
    const { connection } = dialect
    const options = connection.fromUri(parts)
    expect(formatDatabaseUri(connection.toUri(options))).toBe(address)
    const known = new Set(connection.fields.map((field) => field.name))
    expect(Object.keys(options).filter((option) => !known.has(option))).toEqual([])
  })
})

it.each([
  ['bigquery', 'COUNT_DISTINCT(user)', 'COUNT_DISTINCT_user__00db1'],
  ['bigquery', 'plain', 'plain'],
  ['redshift', 'Count(X)', 'count(x)'],
  ['oracle', 'x'.repeat(31), expect.stringMatching(/^[0-9a-f]{30}$/)],
  ['mssql', 'x'.repeat(129), expect.stringMatching(/^[0-9a-f]{32}$/)],
  ['snowflake', 'x'.repeat(257), expect.stringMatching(/^[0-9a-f]{32}$/)],
])('supports a label on %s: %s', (name, label, expected) => {
  expect(dialectOf(name).alias(label)).toEqual(expected)
})

it.each([
  ['snowflake', 'region', '"REGION"'],
  ['snowflake', 'Region', '"Region"'],
  ['snowflake', 'a"b', '"a""b"'],
  ['oracle', 'region', '"REGION"'],
  ['mssql', 'a]b', '[a]]b]'],
  ['bigquery', 'a`b', '`a\\`b`'],
  ['databricks', 'a`b', '`a``b`'],
])('quotes on %s the name %s', (name, text, expected) => {
  expect(dialectOf(name).quote(text)).toBe(expected)
})

it.each([
  ['bigquery', '@google-cloud/bigquery'],
  ['snowflake', 'snowflake-sdk'],
  ['mssql', 'mssql'],
  ['databricks', '@databricks/sql'],
  ['oracle', 'oracledb'],
])('names the missing package of %s', async (name, missing) => {
  const { open } = (await import(`./${dialectOf(name).driverFolder}/driver.ts`)) as Driver
  const connection = { dialect: name, databaseId: 1, options: { host: 'h', database: 'd' }, dataVersion: '1' }
  const settings = { memoryLimitMb: 1, threads: 1, spillFolder: '', spillLimitMb: 1, fileFolders: [] }
  await expect(open(connection, settings)).rejects.toThrow(`npm install ${missing}`)
})
