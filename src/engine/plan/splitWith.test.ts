import { expect, it } from 'vitest'
import { dialectOf } from '../dialects/index.ts'
import { renderSelect } from './render.ts'
import { splitWith } from './splitWith.ts'

it.each([
  ['SELECT 1', null],
  ['WITH a AS (SELECT 1) SELECT * FROM a', ['WITH a AS (SELECT 1)', 'SELECT * FROM a']],
  [
    'with a(x, y) as (select (1), 2), b as (select ")" as c from a) select * from b',
    ['with a(x, y) as (select (1), 2), b as (select ")" as c from a)', 'select * from b'],
  ],
  ["WITH a AS (SELECT ')' -- )\n) (SELECT 1)", ["WITH a AS (SELECT ')' -- )\n)", '(SELECT 1)']],
  ['WITH a AS (SELECT 1', null],
  ['WITH a AS (SELECT 1)', null],
])('splits %j', (sql, parts) => {
  expect(splitWith(sql)).toEqual(parts && { names: parts[0], query: parts[1] })
})

it('puts WITH first for a database that requires it', () => {
  const tree = {
    select: [{ label: 'n', expression: { kind: 'countAll' as const } }],
    source: { sql: 'WITH a AS (SELECT 1 AS x) SELECT * FROM a', rules: [] },
    seriesLimit: null,
    where: [],
    groupBy: null,
    having: [],
    orderBy: [],
    limit: 5,
    offset: 0,
    countAs: 'rowcount',
  }
  expect(renderSelect(tree, dialectOf('mssql'))).toBe(
    [
      'WITH a AS (SELECT 1 AS x), __cte AS (',
      'SELECT * FROM a',
      ')',
      'SELECT COUNT(*) AS [rowcount]',
      'FROM (',
      'SELECT TOP 5 COUNT(*) AS [n]',
      'FROM (',
      'SELECT * FROM __cte',
      ') AS [virtual_table]',
      ') AS [rowcount_qry]',
    ].join('\n'),
  )
  expect(renderSelect(tree, dialectOf('postgresql'))).toContain('(\nWITH a AS')
})
