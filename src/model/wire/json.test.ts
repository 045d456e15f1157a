import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isTooDeep, parseJson, parseObject } from './json.ts'

const nested = (depth: number, [open, close]: readonly [string, string], inside = '') =>
  open.repeat(depth) + inside + close.repeat(depth)

it.each([
  ['100 lists', nested(100, ['[', ']']), false],
  ['101 lists', nested(101, ['[', ']']), true],
  ['101 objects', nested(101, ['{"a":', '}'], '1'), true],
  ['lists side by side', `[${Array(500).fill('[]').join(',')}]`, false],
  ['brackets in text', JSON.stringify('['.repeat(500)), false],
  ['brackets after an escaped quote', JSON.stringify('"'.concat('{'.repeat(500))), false],
  ['brackets after text that ends in a backslash', `["\\\\",${nested(100, ['[', ']'])}]`, true],
])('%s: too deep is %#', (_, text, expected) => {
  expect(isTooDeep(text)).toBe(expected)
})

it('returns the result of JSON.parse, or a SyntaxError', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text))
    }),
  )
  expect(() => parseJson('{')).toThrow(SyntaxError)
  expect(() => parseJson(nested(101, ['[', ']']))).toThrow(SyntaxError)
})

it.each([
  ['{"a":1}', { a: 1 }],
  ['[1]', {}],
  ['null', {}],
  ['{"a":', {}],
  ['', {}],
  [null, {}],
  ['{"a":'.repeat(200), {}],
])('parseObject reads %j', (text, expected) => {
  expect(parseObject(text)).toEqual(expected)
})
