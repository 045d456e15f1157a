import { expect, it } from 'vitest'
import { hasStatement, statementAt, statementRanges } from './statements.ts'

it.each([
  ['select 1', ['select 1']],
  ['select 1; select 2;', ['select 1', 'select 2']],
  ['select \';\' as a, "b;c"; -- x; y\nselect `d;`', ['select \';\' as a, "b;c"', 'select `d;`']],
  ['select $$ a; b $$; select $t$ ; $$ $t$', ['select $$ a; b $$', 'select $t$ ; $$ $t$']],
  ["select {{ metric(';') }} ;{% if a %};{% endif %}", ["select {{ metric(';') }}", '{% if a %}', '{% endif %}']],
  ['/* a; */ -- b\n', []],
  ["select 'it''s; open", ["select 'it''s; open"]],
  ['', []],
])('%j has the statements %j', (sql, statements) => {
  expect(statementRanges(sql).map(({ from, to }) => sql.slice(from, to))).toEqual(statements)
  expect(hasStatement(sql)).toBe(statements.length > 0)
})

it.each([
  [0, 'select 1'],
  [8, 'select 1'],
  [9, 'select 1'],
  [12, 'select 2'],
  [40, 'select 2'],
])('the statement at %i is %j', (at, statement) => {
  const sql = 'select 1;\n\nselect 2;   \n-- end'
  const range = statementAt(sql, at)
  expect(range && sql.slice(range.from, range.to)).toBe(statement)
})
