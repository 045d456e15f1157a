import { describe, expect, it } from 'vitest'
import { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { matchingRows, namedData, rawText, readableText, rowsAsCsv, rowsAsText, sortedRows } from './dataRows.ts'

const data = {
  colnames: ['name', 'n', 'at'],
  coltypes: [GenericType.string, GenericType.numeric, GenericType.temporal],
  columns: [
    ['b,1', 'a"q', null],
    [2, 10, null],
    [Date.UTC(2001, 1, 15), Date.UTC(2001, 1, 15, 8, 30), null],
  ],
  rowcount: 3,
} as unknown as ChartData

it.each([
  [null, undefined, 'N/A'],
  [true, undefined, 'True'],
  [Date.UTC(2001, 1, 15), GenericType.temporal, '2001-02-15'],
  [Date.UTC(2001, 1, 15, 8, 30), GenericType.temporal, '2001-02-15 08:30:00'],
  [1e300, GenericType.temporal, '1e+300'],
  [[1, 2], undefined, '[1,2]'],
])('%j is %s', (value, type, text) => {
  expect(rawText(value, type)).toBe(text)
})

describe('rows', () => {
  it.each([
    ['', [0, 1, 2]],
    ['A"', [1]],
    ['n/a', [2]],
    ['08:30', [1]],
    [' 2001-02 ', [0, 1]],
    ['nothing', []],
  ])('that contain %j', (search, rows) => {
    expect(matchingRows(data, search)).toEqual(rows)
  })

  it('sorted by a column, empty ones last in both directions', () => {
    expect(sortedRows(data, [0, 1, 2], 1, false)).toEqual([0, 1, 2])
    expect(sortedRows(data, [0, 1, 2], 1, true)).toEqual([1, 0, 2])
    expect(sortedRows(data, [2, 0, 1], 0, false)).toEqual([1, 0, 2])
  })
})

describe('exports', () => {
  it('as tabs', () => {
    expect(rowsAsText(data, [2, 0])).toBe('name\tn\tat\nN/A\tN/A\tN/A\nb,1\t2\t2001-02-15')
    const tab = { ...data, colnames: ['x'], coltypes: [1], columns: [['Ann\tLee']] } as ChartData
    expect(rowsAsText(tab, [0])).toBe('x\nAnn Lee')
  })

  it('as CSV, quoted where needed, without formulas', () => {
    expect(rowsAsCsv(data, [1, 2])).toBe('name,n,at\r\n"a""q",10,2001-02-15 08:30:00\r\n,,\r\n')
    const formula = {
      ...data,
      colnames: ['f'],
      coltypes: [1],
      columns: [['=1+1', '-5', '-x', '@a', '＝1+1', ' =1']],
    } as ChartData
    expect(rowsAsCsv(formula, [0, 1, 2, 3, 4, 5])).toBe("f\r\n'=1+1\r\n-5\r\n'-x\r\n'@a\r\n'＝1+1\r\n' =1\r\n")
  })
})

it.each([
  [6.702345678901234, GenericType.numeric, '6.702346'],
  [-0.1 - 0.2, GenericType.numeric, '-0.3'],
  [12, GenericType.numeric, '12'],
  [9007199254740991, GenericType.numeric, '9007199254740991'],
  [0.000012345678, GenericType.numeric, '0.000012345678'],
  [1e22, GenericType.numeric, '1e+22'],
  [null, GenericType.numeric, 'N/A'],
  [Date.UTC(2001, 1, 15), GenericType.temporal, '2001-02-15'],
  ['6.702345678901234', GenericType.string, '6.702345678901234'],
])('%j is shown as %s', (value, type, text) => expect(readableText(value, type)).toBe(text))

it('uses display names for columns', () => {
  const named = namedData({ ...data, colnames: ['name', 'n', 'constructor'] }, { n: 'Number of flights' })
  expect(named.colnames).toEqual(['name', 'Number of flights', 'constructor'])
  expect(rowsAsText(named, [0]).split('\n')[0]).toBe('name\tNumber of flights\tconstructor')
})
