import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonExcess, parseJson, parseObject } from './json.ts'

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
  expect(jsonExcess(text)).toBe(expected ? 'depth' : undefined)
})

it.each([
  ['a long text', JSON.stringify({ a: ':,'.repeat(1_000_000) }), false],
  ['5,000 components', JSON.stringify(Array(5000).fill({ id: 1, a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 })), false],
  ['50,000 values of a filter', JSON.stringify({ val: Array(50_000).fill('text') }), false],
  ['41,000 names', JSON.stringify(Array(41_000).fill({ a: 1 })), true],
  ['201,000 values', JSON.stringify(Array(201_000).fill(1)), true],
  ['201,000 empty objects', JSON.stringify(Array(201_000).fill({})), true],
])('%s: too complex is %#', (_, text, expected) => {
  expect(jsonExcess(text)).toBe(expected ? 'values' : undefined)
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
