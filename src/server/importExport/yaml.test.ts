import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatYaml, parseYaml, YamlError } from './yaml.ts'

const bomb = [
  'a: &a [x,x,x,x,x,x,x,x,x]',
  ...[...'bcdefghij'].map((key, at) => `${key}: &${key} [${Array(9).fill(`*${'abcdefghij'[at]}`).join(',')}]`),
].join('\n')

describe('parseYaml', () => {
  it.each([
    ['a function', 'a: !!js/function "x"'],
    ['an object of another language', 'a: !!python/object/apply:os.system ["x"]'],
    ['an explicit date', 'a: !!timestamp 2020-01-01'],
    ['an alias bomb', bomb],
    ['a repeated key', 'a: 1\na: 2'],
    ['a prototype', '__proto__: {x: 1}'],
    ['an inner prototype', 'a: [{__proto__: {x: 1}}]'],
    ['depth', `${'a: {'.repeat(150)}x: 1${'}'.repeat(150)}`],
    ['great depth', '['.repeat(100_000)],
    ['a broken mapping', 'a: b: c'],
    ['two documents', 'a: 1\n---\nb: 2'],
  ])('refuses %s', (_, text) => {
    expect(() => parseYaml(text)).toThrow(YamlError)
  })

  it('reads dates and number-like keys as text', () => {
    expect(parseYaml("a: 2020-01-01\n'0': x\nb: on\n")).toEqual({ a: '2020-01-01', '0': 'x', b: 'on' })
  })
})

it('formatYaml output can be parsed by parseYaml', () => {
  const tricky = fc.constantFrom(
    'on',
    'no',
    '2020-01-01',
    '1:30',
    '10_000',
    '010',
    '0x1f',
    '0o7',
    '1e3',
    '~',
    '<<',
    '=',
    ' x ',
    'a: b',
    '#',
  )
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string().filter((key) => key !== '__proto__'),
        fc.oneof(
          tricky,
          fc.string({ unit: 'grapheme' }),
          fc.integer(),
          fc.boolean(),
          fc.constant(null),
          fc.array(tricky),
        ),
        { noNullPrototype: true },
      ),
      (value) => {
        expect(parseYaml(formatYaml(value))).toEqual(value)
      },
    ),
  )
})
