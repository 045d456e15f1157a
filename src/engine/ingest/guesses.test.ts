import { describe, expect, it } from 'vitest'
import { decimalReadings, likelierDelimiter, losesNothing, valuesIn } from './guesses.ts'

describe('likelierDelimiter', () => {
  it.each<[string, string[], string | undefined, string | undefined]>([
    ['a ragged table', ['city,amount', 'Berlin,1', '"Paris,2', 'Rome,3,4,5', 'Oslo'], '|', ','],
    ['semicolons', ['a;b;c', '1;2', '1;2;3;4'], ',', ';'],
    ['tabs before a comma in a text', ['a\tb, c', '1\t2', '3\t4'], '|', '\t'],
    ['one column of one name', ['city', 'Berlin', 'Paris'], '|', undefined],
    ['a name with a comma', ['Amount, EUR', '10', '20'], '|', undefined],
    ['sentences', ['comment', 'Well, yes', 'No, indeed, not', 'ok'], '|', undefined],
    ['decimal commas', ['amount', '10,5', '20,25'], ';', undefined],
    ['quoted commas', ['"a, b"', '"c, d"', '"e, ""f"", g"'], '|', undefined],
    ['nothing', [], undefined, undefined],
  ])('%s', (_, lines, taken, expected) => {
    expect(likelierDelimiter(lines, taken)).toBe(expected)
  })

  it('counts values after an unclosed quote', () => {
    expect(valuesIn('"Paris,20,2024', ',')).toBe(3)
    expect(valuesIn('"a, b",c', ',')).toBe(2)
  })
})

describe('decimalReadings', () => {
  const seen = (...values: (string | null)[]) => ({
    columns: [{ type: 'VARCHAR' }],
    rows: values.map((value) => [value]),
  })
  it.each<[string, ReturnType<typeof seen>, object[]]>([
    ['plain', seen('10,5', '-20,25', null), [{ decimal: ',' }]],
    ['with whole numbers', seen('10,5', '7', '1,5'), [{ decimal: ',' }]],
    ['one among whole numbers', seen('10,5', '7', '8'), [{ decimal: ',' }]],
    ['whole numbers beside a word', seen('10', '7', 'x'), []],
    ['with groups', seen('1.234,5', '7,0'), [{ decimal: ',' }]],
    ['with gaps in words', seen('1,5', 'n/a', '2,5'), [{ decimal: ',', nullValues: ['n/a'] }, { decimal: ',' }]],
    ['few of them', seen('1,5', 'x', 'y'), []],
    ['lists', seen('1,5,6', '2,3,4'), []],
    ['none', seen(null), []],
  ])('%s', (_, given, expected) => {
    expect(decimalReadings(given)).toEqual(expected)
  })

  it('tries them in a file that is known to have them', () => {
    expect(decimalReadings(seen(null), true)).toEqual([{ decimal: ',' }])
  })
})

it('rejects settings that change other columns', () => {
  const rows = [['1,5', '1.5']]
  const before = { columns: [{ type: 'VARCHAR' }, { type: 'DOUBLE' }], rows }
  const after = (type: string, value: string) => ({ columns: [{ type: 'DOUBLE' }, { type }], rows: [['1.5', value]] })
  expect(losesNothing(before, after('DOUBLE', '1.5'))).toBe(true)
  expect(losesNothing(before, after('VARCHAR', '1.5'))).toBe(false)
  expect(losesNothing(before, after('DOUBLE', '15.0'))).toBe(false)
  expect(losesNothing(before, after('BIGINT', '15'), (i) => i === 1)).toBe(true)
})
