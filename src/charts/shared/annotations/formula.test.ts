import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFormula } from './formula.ts'

function valueOf(text: string, x = 0): number {
  const formula = parseFormula(text)
  if (!formula.ok) throw new Error(formula.error)
  return formula.value(x)
}
const errorOf = (text: string) => {
  const formula = parseFormula(text)
  return formula.ok ? undefined : formula.error
}

describe('the value of a formula', () => {
  it.each([
    ['5', 0, 5],
    ['x', 3, 3],
    ['X', 3, 3],
    ['.5 + 1.', 0, 1.5],
    ['2e3', 0, 2000],
    ['2e', 0, 2 * Math.E],
    ['1 + 2 * 3', 0, 7],
    ['(1 + 2) * 3', 0, 9],
    ['7 - 2 - 1', 0, 4],
    ['8 / 4 / 2', 0, 1],
    ['7 % 4', 0, 3],
    ['7 mod 4', 0, 3],
    ['2^3^2', 0, 512],
    ['-2^2', 0, -4],
    ['2^-1', 0, 0.5],
    ['--2', 0, 2],
    ['3!', 0, 6],
    ['2x', 4, 8],
    ['2x^2', 3, 18],
    ['1/2x', 4, 2],
    ['3(x + 1)', 1, 6],
    ['(x)(x)', 5, 25],
    ['x(x + 1)', 2, 6],
    ['2 pi', 0, 2 * Math.PI],
    ['2sqrt(16)', 0, 8],
    ['sqrt 16', 0, 4],
    ['root(16)', 0, 4],
    ['log(1000)', 0, 3],
    ['ln(e)', 0, 1],
    ['sin(90)', 0, 1],
    ['asin(1)', 0, 90],
    ['pow(2, 5)', 0, 32],
    ['min(3, 1, 2) + max(4, 6)', 0, 7],
  ])('%s at %d is %d', (text, x, expected) => expect(valueOf(text, x)).toBeCloseTo(expected, 12))

  it.each([
    ['x == 2', 2, 1],
    ['x != 2', 2, 0],
    ['x < 2', 2, 0],
    ['x <= 2', 2, 1],
    ['x > 1', 2, 1],
    ['x >= 3', 2, 0],
    ['x + 1 > 2', 2, 1],
    ['x > 1 and x < 3', 2, 1],
    ['x < 1 or x > 5', 2, 0],
    ['1 xor 1', 0, 0],
    ['1 XOR 0', 0, 1],
    ['6 & 3', 0, 2],
    ['6 | 3', 0, 7],
    ['10 (x > 1)', 2, 10],
  ])('%s at %d is %d: comparisons are 0 or 1', (text, x, expected) => expect(valueOf(text, x)).toBe(expected))

  it.each([
    ['y = 2x', 3, 6],
    ['f(x) = x + 1', 3, 4],
    ['Ziel € = 7', 0, 7],
    ['y = x == 3', 3, 1],
    ['y = x >= 4', 3, 0],
  ])('%s: only the part after the first = counts', (text, x, expected) => expect(valueOf(text, x)).toBe(expected))

  it.each(['0/0', 'ln(-1)', '(-1)!', '0.5!', 'x'])('%s may be NaN', (text) =>
    expect(valueOf(text, Number.NaN)).toBeNaN(),
  )

  it('may be infinite', () => {
    expect(valueOf('1/0')).toBe(Number.POSITIVE_INFINITY)
    expect(valueOf('171!')).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('a text that is not a formula', () => {
  it.each([
    ['', 'It is incomplete.'],
    ['y =', 'It is incomplete.'],
    ['1 +', 'It is incomplete.'],
    ['2 3', '“3” is not expected.'],
    ['x 2', '“2” is not expected.'],
    ['(1', 'A “)” is missing.'],
    ['1)', '“)” is not expected.'],
    ['* 2', '“*” is not expected.'],
    ['foo + 1', '“foo” is unknown.'],
    ['constructor', '“constructor” is unknown.'],
    ['__proto__', '“__proto__” is unknown.'],
    ['pow(1)', '“pow” does not take 1 value.'],
    ['abs(1, 2)', '“abs” does not take 2 values.'],
    ['1 € 2', '“€” is not expected.'],
    ['a = b = 1', '“b” is unknown.'],
    ['alert`1`', '“`” is not expected.'],
    ['"x"', '“"” is not expected.'],
    ['x.y', '“.” is not expected.'],
  ])('%s: %s', (text, error) => expect(errorOf(text)).toBe(error))

  it.each(['('.repeat(5000), '-'.repeat(5000), 'sin '.repeat(5000), '1+'.repeat(5000), 'x'.repeat(20_000)])(
    'may be arbitrarily long',
    (text) => expect(errorOf(text)).toBeDefined(),
  )
})

describe('properties', () => {
  it('never throws, and every formula returns a number', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc
            .array(fc.constantFrom('x', '2', '+', '-', '^', '(', ')', 'sin', ',', '==', '=', '!', 'and'))
            .map((parts) => parts.join(' ')),
        ),
        fc.double(),
        (text, x) => {
          const formula = parseFormula(text)
          if (formula.ok) expect(typeof formula.value(x)).toBe('number')
        },
      ),
    ))

  it('reads sums and products like the expressions of this test', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('+', '-', '*'), fc.integer({ min: 0, max: 99 })), {
          minLength: 1,
          maxLength: 8,
        }),
        (parts) => {
          const terms: number[] = [0]
          for (const [sign, value] of parts) {
            if (sign === '*') terms.push((terms.pop() ?? 0) * value)
            else terms.push(sign === '+' ? value : -value)
          }
          const text = `0${parts.map(([sign, value]) => ` ${sign} ${value}`).join('')}`
          expect(valueOf(text)).toBe(terms.reduce((sum, term) => sum + term, 0))
        },
      ),
    ))
})
