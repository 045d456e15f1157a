import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRison, parseQ, parseRison, RisonError } from './rison.ts'

describe('parseRison', () => {
  it.each<[string, unknown]>([
    ['()', {}],
    ['!()', []],
    ['(a:1,b:!t)', { a: 1, b: true }],
    ['!(1,-2.5,1e3,1e-3)', [1, -2.5, 1000, 0.001]],
    ["(a:'it!'s !!',b:x-y)", { a: "it's !", b: 'x-y' }],
    ["'Last week'", 'Last week'],
    ['(filters:!((col:a.b,opr:ct,value:%25)))', { filters: [{ col: 'a.b', opr: 'ct', value: '%25' }] }],
    ['!n', null],
    ['a', 'a'],
    ['-', '-'],
    ['1a', '1a'],
    ['(__proto__:!(1))', Object.fromEntries([['__proto__', [1]]])],
    ["('':'')", { '': '' }],
  ])('%s', (text, value) => expect(parseRison(text)).toEqual(value))

  it.each([
    '(',
    '!(',
    '(a',
    '(a:',
    '(a:1',
    '(a:1,)',
    '!(1,',
    "'a",
    '!x',
    '',
    'a b',
    '(a:1)x',
    "'!x'",
    `${'!('.repeat(99)}`,
  ])('%s is rejected', (text) => expect(() => parseRison(text)).toThrow(RisonError))
})

it('parseQ accepts JSON as well', () => {
  expect(parseQ('{"page_size":1,"columns":["id"]}')).toEqual({ page_size: 1, columns: ['id'] })
  expect(parseQ('[10]')).toEqual([10])
  expect(parseQ('[1, 2]')).toEqual([1, 2])
  expect(() => parseQ('[10')).toThrow('Not a valid rison/json argument')
  expect(parseQ('')).toBeUndefined()
  expect(parseQ(undefined)).toBeUndefined()
  expect(() => parseQ(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)).toThrow('Not a valid rison/json argument')
  expect(() => parseQ('(filters:!(')).toThrow('Not a valid rison/json argument')
})

it('formatRison can be parsed back', () => {
  const leaf = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom('1', '-1', 'a.b', "it's", '!', '1e5'),
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }))
  fc.assert(
    fc.property(value, (input) => {
      expect(parseRison(formatRison(input))).toEqual(input)
    }),
  )
})
