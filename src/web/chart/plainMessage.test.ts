import { expect, it } from 'vitest'
import { plainExpressionMessage, plainMessage } from './plainMessage.ts'

it.each([
  ['Error: no such table\nLINE 1: select', 'no such table'],
  ["Error: Columns missing in dataset: ['units']", 'Columns missing in dataset: “units”'],
  [`Columns missing in dataset: ['a', "it's"]`, "Columns missing in dataset: “a”, “it's”"],
  ["Columns missing in datasource: ['a']", 'Columns missing in datasource: “a”'],
  ["cannot cast ['a']", "cannot cast ['a']"],
])('%s', (message, plain) => {
  expect(plainMessage(message)).toBe(plain)
})

it.each([
  ['Error: Unclosed parenthesis in filter clause', 'Unclosed parenthesis in the expression'],
  ['Closing unclosed parenthesis in filter clause', 'Closing unclosed parenthesis in the expression'],
  ['Clause contains multiple statements', 'The expression contains multiple statements'],
  ['Error: no such column: in filter clause x', 'no such column: in filter clause x'],
])('for an expression: %s', (message, plain) => {
  expect(plainExpressionMessage(message)).toBe(plain)
})
