import { describe, expect, it } from 'vitest'
import type { ConnectionSpec } from '../contracts.ts'
import { limitedSql, ownLimit, splitStatements, withoutEnd } from './statements.ts'

const postgres: ConnectionSpec = { dialect: 'postgresql', databaseId: 1, options: {}, dataVersion: 'v' }
const mysql: ConnectionSpec = { ...postgres, dialect: 'mysql' }
const mssql: ConnectionSpec = { ...postgres, dialect: 'mssql' }
const embedded: ConnectionSpec = { dialect: 'duckdb', databaseId: 1, tables: {}, dataVersion: 'v' }

describe('the statements of a text', () => {
  it.each([
    ['select 1', ['select 1']],
    ['select 1;', ['select 1']],
    [' ;; select 1 ; ; select 2 -- two\n;', ['select 1', 'select 2']],
    ['select \';\' as "a;b" /* ; */; select 2', ['select \';\' as "a;b"', 'select 2']],
    ['-- nothing', []],
    ['', []],
  ])('%j', (text, expected) => {
    for (const connection of [postgres, embedded]) {
      const split = splitStatements(connection, text)
      expect(split.ok && split.statements.map(({ sql }) => sql)).toEqual(expected)
    }
  })

  it('have their position in the text, for the line of an error', () => {
    const split = splitStatements(postgres, 'select 1;\n\n  select nope')
    expect(split).toMatchObject({ ok: true, statements: [{ start: 0 }, { start: 13 }] })
  })

  it('are not guessed if quotes are not closed', () => {
    expect(splitStatements(postgres, "select 'a; select 2")).toEqual({ ok: false, message: 'unterminated quoted text' })
  })
})

describe('a query that another one surrounds', () => {
  it.each([
    ['select 1 -- x', 'select 1 -- x'],
    ['select 1 ; ;\n', 'select 1'],
    ['select 1; -- x', 'select 1'],
    ['select 1 /* a; */; /* b */ ; -- x', 'select 1 /* a; */'],
    ['-- a;\nselect 1; --', '-- a;\nselect 1'],
    ["select ';' as a -- ;", "select ';' as a --"],
    ['select 1; select 2', 'select 1; select 2'],
    ["select 'a; -- x", "select 'a; -- x"],
    ['; -- x', ''],
  ])('%j is %j', (text, expected) => {
    for (const connection of [postgres, mysql, embedded]) expect(withoutEnd(connection, text)).toBe(expected)
  })
})

describe('the limit of a query', () => {
  it.each([
    ['select 1', null],
    ['select * from t limit 30', 30],
    ['select * from t LIMIT 30 offset 5', 30],
    ['select * from (select * from t limit 3) as s', null],
    ['select * from t limit 5, 10', 'other'],
    ['select * from t limit all', 'other'],
    ['select * from t offset 5', 'other'],
    ['select * from t fetch first 3 rows only', 'other'],
    ['select "limit" from t', null],
  ])('%s', (sql, expected) => {
    const own = ownLimit(postgres, sql)
    expect(own === null || own === 'other' ? own : own.rows).toBe(expected)
  })

  it.each([
    ['select * from t limit 3', 3, 'QUERY', 'select * from t limit 4'],
    ['select * from t limit 100', 100, 'QUERY_AND_DROPDOWN', 'select * from t limit 101'],
    ['select * from t limit 300', 100, 'DROPDOWN', 'select * from t limit 101'],
    ['select * from t limit 300 offset 7', 100, 'DROPDOWN', 'select * from t limit 101 offset 7'],
    ['select * from t', 100, 'DROPDOWN', 'select * from t\nLIMIT 101'],
    ['select * from t limit 5, 300', 100, 'DROPDOWN', 'select * from t limit 5, 300'],
  ])('%s', (sql, rows, factor, expected) => {
    for (const connection of [postgres, mysql]) {
      expect(limitedSql(connection, sql, 100)).toEqual({ sql: expected, rows, factor })
    }
  })

  it('is not added if it would precede the columns', () => {
    expect(limitedSql(mssql, 'select a from t', 5).sql).toBe('select a from t')
  })
})
