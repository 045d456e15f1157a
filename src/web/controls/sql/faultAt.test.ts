import { expect, it } from 'vitest'
import { faultAt } from './faultAt.ts'

it.each<[sql: string, message: string, marked: string[]]>([
  ['SUM(no_such) / 2', 'Binder Error: Referenced column "no_such" not found in FROM clause!', ['no_such']],
  ['a + no_such + no_such_2 + NO_SUCH', 'Referenced column "no_such" not found', ['no_such', 'NO_SUCH']],
  ['a + * b', 'syntax error at or near "*"', ['*']],
  ['(a)) + (b', 'syntax error at or near ")"', [')']],
  ['SUM(delay) / ', 'syntax error at or near "AS"', ['/']],
  ['SUM(a', 'Unclosed parenthesis in filter clause', ['a']],
  ['SUM(delay) /', 'syntax error at end of input', ['/']],
  ['foo(1)', 'Function not allowed: foo', ['foo']],
  ['1 + x', 'column "x" does not exist', ['x']],
  ['1 + x', 'Something else went wrong', []],
  ['1 + x', 'Referenced column "elsewhere" not found', []],
  ['', 'syntax error at end of input', []],
])('%j, %j', (sql, message, marked) => {
  expect(faultAt(sql, message).map(({ from, to }) => sql.slice(from, to))).toEqual(marked)
})
