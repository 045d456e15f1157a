import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkOptions, formatDatabaseUri, parseDatabaseUri } from './connection.ts'
import { databasesTable } from './documentation.ts'
import { isFileBackend } from './fileBackends.ts'
import { dialectOf, dialects } from './index.ts'
import { postgresql } from './postgresql/index.ts'
import { sqlite } from './sqlite/index.ts'

const parts = { driver: null, username: null, password: null, host: null, port: null, database: null, query: {} }

describe('addresses of databases', () => {
  it.each([
    [
      'postgresql+psycopg2://ann:s%40fe@db.example:5432/shop?sslmode=require',
      {
        backend: 'postgresql',
        driver: 'psycopg2',
        username: 'ann',
        password: 's@fe',
        host: 'db.example',
        port: 5432,
        database: 'shop',
        query: { sslmode: 'require' },
      },
    ],
    ['postgresql://host/x', { ...parts, backend: 'postgresql', host: 'host', database: 'x' }],
    ['mysql://u:p@ss@h/x', { ...parts, backend: 'mysql', username: 'u', password: 'p@ss', host: 'h', database: 'x' }],
    [
      'trino://u@[::1]:8080/tpch/sf1',
      { ...parts, backend: 'trino', username: 'u', host: '::1', port: 8080, database: 'tpch/sf1' },
    ],
    ['sqlite:////data/a b%20c.db', { ...parts, backend: 'sqlite', database: '/data/a b%20c.db' }],
    ['sqlite://', { ...parts, backend: 'sqlite' }],
    ['PostgreSQL://h/x', { ...parts, backend: 'postgresql', host: 'h', database: 'x' }],
  ])('reads %s', (text, expected) => {
    expect(parseDatabaseUri(text)).toEqual(expected)
  })

  it.each(['', 'nonsense', 'host:5432/x', '://h/x', 'postgresql:/h', 'postgresql://u:%zz@h/x', '1db://h/x'])(
    'rejects %j',
    (text) => {
      expect(parseDatabaseUri(text)).toBeNull()
    },
  )

  it('are formatted as they were written', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.toWellFormed())
    const uri = fc.record({
      backend: fc.constant('postgresql'),
      driver: fc.option(fc.constant('psycopg2')),
      username: name,
      password: fc.option(name),
      host: fc.constantFrom('db.example', '10.0.0.1', '::1'),
      port: fc.option(fc.integer({ min: 1, max: 65_535 })),
      database: fc.option(fc.constantFrom('shop', 'a/b', 'with space')),
      query: fc.dictionary(name, name, { noNullPrototype: true }),
    })
    fc.assert(
      fc.property(uri, (given) => {
        expect(parseDatabaseUri(formatDatabaseUri(given))).toEqual(given)
      }),
    )
  })
})

describe('options of connections', () => {
  it('are those of the address', () => {
    const uri = parseDatabaseUri('postgresql://ann:pw@h:5433/shop?sslmode=require&application_name=x')
    const options = postgresql.connection.fromUri(uri ?? { ...parts, backend: '' })
    const query = { sslmode: 'require', application_name: 'x' }
    expect(options).toEqual({
      host: 'h',
      port: 5433,
      username: 'ann',
      password: 'pw',
      database: 'shop',
      encryption: true,
      query,
    })
    expect(formatDatabaseUri(postgresql.connection.toUri(options))).toBe(
      'postgresql://ann:pw@h:5433/shop?sslmode=require&application_name=x',
    )
  })

  it.each([
    [{}, ['host', 'port', 'database', 'username'], []],
    [{ host: 'h', port: 5432, username: '', database: 'x' }, ['username'], []],
    [{ host: 'h', port: '5432', username: 'u', database: 'x' }, [], ['port']],
    [{ host: 'h', port: 70_000, username: 'u', database: 'x' }, [], ['port']],
    [{ host: 'h\0', port: 1, username: 'u', database: 'x', socket: '/tmp' }, [], ['host', 'socket']],
    [{ host: 'h', port: 1, username: 'u', database: 'x', query: { a: {} } }, [], ['query']],
  ])('of %j lack %j, and %j is wrong', (options, missing, invalid) => {
    expect(checkOptions(postgresql.connection, options)).toEqual({ ok: false, missing, invalid })
  })

  it('of files are a path', () => {
    const uri = parseDatabaseUri('sqlite:////data/shop.db')
    const options = sqlite.connection.fromUri(uri ?? { ...parts, backend: '' })
    expect(checkOptions(sqlite.connection, options)).toEqual({ ok: true, options: { database: '/data/shop.db' } })
    expect(formatDatabaseUri(sqlite.connection.toUri(options))).toBe('sqlite:////data/shop.db')
  })

  it('of Google Sheets are names of tables with addresses', () => {
    const { connection } = dialectOf('gsheets')
    const catalog = {
      'my orders': 'https://docs.google.com/spreadsheets/d/1abcdefghij/edit?gid=0#gid=0',
      towns: 'https://docs.google.com/spreadsheets/d/1klmnopqrst/edit',
    }
    const uri = formatDatabaseUri(connection.toUri({ catalog }))
    expect(connection.fromUri(parseDatabaseUri(uri) ?? { ...parts, backend: '' })).toEqual({ catalog })
    expect(checkOptions(connection, { catalog })).toEqual({ ok: true, options: { catalog } })
    expect(checkOptions(connection, {})).toEqual({ ok: false, missing: ['catalog'], invalid: [] })
    for (const wrong of [{}, { a: 'https://example.com/x' }, { '': catalog.towns }, { a: 1 }, 'text'])
      expect(checkOptions(connection, { catalog: wrong }), JSON.stringify(wrong)).toMatchObject({
        invalid: ['catalog'],
      })
  })

  it.each(Object.values(dialects))('$name: each option is described, and secrets are marked', ({ connection }) => {
    expect(connection.fields.filter(({ description }) => !description)).toEqual([])
    expect(
      connection.fields.filter(({ name, isSecret }) => /password|token|secret|key/i.test(name) && !isSecret),
    ).toEqual([])
  })

  it('no two databases accept the same addresses', () => {
    const backends = Object.values(dialects).flatMap(({ connection }) => connection.backends)
    expect(backends).toEqual([...new Set(backends)])
  })
})

it.each([
  ['sqlite', true],
  ['duckdb', true],
  ['access', true],
  ['postgresql', false],
  ['nothing', false],
])('addresses of %s name a file: %s', (backend, expected) => expect(isFileBackend(backend)).toBe(expected))

it('databases are documented as they are (scripts/databasesTable.ts)', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/databases.md'), 'utf8')
  expect(/\| database \| address[\s\S]*?(?=\n\n)/.exec(page)?.[0]).toBe(databasesTable())
})
