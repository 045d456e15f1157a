import { describe, expect, it } from 'vitest'
import { createFacts, decimalOf, groupedType, isTooLong, sharedType, textBecauseOf, widerType } from './columnFacts.ts'
import { dateLoss, integerLoss } from './corrections.ts'

/** Columns of values separated by spaces. */
const facts = (...columns: string[]) =>
  columns.map((text) => {
    const { columns: found, take } = createFacts(1)
    take(text.split(' ').map((value, i) => ({ line: i + 2, values: [value] })))
    return found[0]
  })
const known = (...columns: string[]) => facts(...columns).filter((own) => own !== undefined)

describe('decimalOf', () => {
  it.each<[string, string[], '.' | ',' | undefined]>([
    ['a decimal comma', ['87,9', '420.000'], ','],
    ['a decimal point', ['87.9', '420,000'], '.'],
    ['both', ['87,9', '87.9'], undefined],
    ['what may be either', ['420.000', '178,500'], undefined],
    ['several groups', ['1.080.000'], ','],
    ['several groups by comma', ['1,080,000'], '.'],
    ['groups with a fraction', ['1.080,5'], ','],
    ['a zero is no group', ['0.500'], '.'],
    ['few among words', ['a b c 1,5'], undefined],
    ['addresses', ['192.168.1.1 10.0.0.1'], undefined],
    ['dates', ['01.02.2024'], undefined],
  ])('%s', (_, columns, expected) => {
    expect(decimalOf(known(...columns))).toBe(expected)
  })
})

describe('groupedType', () => {
  it.each<[string, string, '.' | ',' | undefined, string | undefined]>([
    ['groups by point', '420.000 1.080.000 7', ',', 'BIGINT'],
    ['with a fraction', '1.234,5 7', ',', 'DOUBLE'],
    ['beside a fraction', '1.234 7,5', ',', 'DOUBLE'],
    ['beside what may be either', '1.234 178,500', ',', 'DOUBLE'],
    ['groups by comma', '1,080,000 420,000', '.', 'BIGINT'],
    ['a group too long', '420.0000 1.000', ',', undefined],
    ['a word among them', '420.000 x', ',', undefined],
    ['none', '420 1', ',', undefined],
    ['the sign is not known', '420.000', undefined, undefined],
  ])('%s', (_, column, decimal, expected) => {
    expect(groupedType(facts(column)[0], decimal)).toBe(expected)
  })
})

it('knows the range of 64 bits', () => {
  expect(['9223372036854775807', '-9223372036854775808', '+1'].map(isTooLong)).toEqual([false, false, false])
  expect(['9223372036854775808', '-9223372036854775809', '12345678901234567890'].map(isTooLong)).toEqual([
    true,
    true,
    true,
  ])
})

it.each<[string, '.' | ',', boolean]>([
  ['178.500', '.', true],
  ['178.000', '.', false],
  ['3.0', '.', false],
  ['1e3', '.', false],
  ['1e-1', '.', true],
  ['1,080,000', '.', false],
  ['420.000', ',', false],
  ['178.5', ',', true],
  ['87,9', ',', true],
  ['87,0', ',', false],
  ['word', '.', false],
])('detects whether %s with the decimal character %s would be rounded', (value, decimal, expected) => {
  expect(integerLoss(value, decimal) !== undefined).toBe(expected)
})

it.each<[string, boolean]>([
  ['2024-01-01', false],
  ['2024-01-01 00:00:00', false],
  ['2024-01-01T00:00', false],
  ['2024-01-01 10:00:00', true],
  ['2024-01-01T00:00:01', true],
  ['01.02.2024 10:30', true],
])('detects whether %s has a time of day', (value, expected) => {
  expect(dateLoss(value) !== undefined).toBe(expected)
})

describe('widerType', () => {
  it.each<[string, string, string, '.' | ',' | undefined, string | undefined]>([
    ['a word among whole numbers', '1 2 oops', 'BIGINT', undefined, 'VARCHAR'],
    ['a fraction among them', '1 2.5', 'BIGINT', undefined, 'DOUBLE'],
    ['another fraction', '1 2,5', 'BIGINT', undefined, 'VARCHAR'],
    ['a fraction by comma', '1 2,5', 'BIGINT', ',', 'DOUBLE'],
    ['a word among fractions', '1.5 x', 'DOUBLE', undefined, 'VARCHAR'],
    ['what a double may be', '1.5 2e5 .5 5. nan -inf', 'DOUBLE', undefined, undefined],
    ['days', '2024-01-01 x', 'DATE', undefined, undefined],
  ])('%s', (_, column, type, decimal, expected) => {
    expect(widerType(known(column)[0] ?? expect.fail(), type, decimal)).toBe(expected)
  })
})

it('finds the value that turns numbers into text, and none in text columns', () => {
  const others = '7 '.repeat(19)
  expect(textBecauseOf(known(`${others}oops`)[0] ?? expect.fail())).toEqual({ line: 21, value: 'oops' })
  expect(textBecauseOf(known(`1 oops`)[0] ?? expect.fail())).toBeUndefined()
})

describe('sharedType, ignoring words', () => {
  it.each<[string, string, '.' | ',' | undefined, string | undefined]>([
    ['whole numbers', '1 2 oops', undefined, 'BIGINT'],
    ['fractions', '1 2.5 oops', undefined, 'DOUBLE'],
    ['groups', '1,000 2 oops', '.', 'BIGINT'],
    ['groups with fractions', '1.000,5 2 oops', ',', 'DOUBLE'],
    ['days', '2024-01-01 oops', undefined, 'DATE'],
    ['days and numbers', '2024-01-01 7 oops', undefined, undefined],
    ['the other decimal sign', '1,5 2 oops', '.', undefined],
    ['what may be a group or a fraction', '1,000 2 oops', undefined, undefined],
    ['numbers that are too long', '12345678901234567890 2 oops', undefined, undefined],
  ])('%s', (_, column, decimal, expected) => {
    expect(sharedType(known(column)[0] ?? expect.fail(), decimal)).toBe(expected)
  })
})
