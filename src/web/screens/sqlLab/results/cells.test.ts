import { describe, expect, it } from 'vitest'
import { GenericType } from '../../../../model/dataset/dataset.ts'
import { foundRows, jsonOf, kindOf, orderedRows, rowsAsJson, rowsAsText, shownText, widthOf } from './cells.ts'
import type { ResultRows } from './resultQuery.ts'

const column = (name: string, type = 'STRING', is_dttm = false) => ({ name, type, is_dttm })

const result: ResultRows = {
  columns: [column('state'), column('n', 'INTEGER')],
  cells: [
    ['NY', 'CA', null, 'tx\tas'],
    [10, 9, null, 100],
  ],
  count: 4,
  isPartial: false,
}

it.each([
  ['INTEGER', GenericType.numeric],
  ['DECIMAL(10, 2)', GenericType.numeric],
  ['TIMESTAMP WITH TIME ZONE', GenericType.temporal],
  ['BOOLEAN', GenericType.boolean],
  ['VARCHAR', GenericType.string],
  ['INTERVAL', GenericType.string],
  ['POINT', GenericType.string],
])('%s is of the kind %i', (type, kind) => expect(kindOf(column('x', type))).toBe(kind))

it.each<[unknown, GenericType, string]>([
  [1234567.25, GenericType.numeric, '1,234,567.25'],
  [-1234, GenericType.numeric, '-1,234'],
  [1e21, GenericType.numeric, '1e+21'],
  ['9007199254740993', GenericType.numeric, '9007199254740993'],
  ['2020-01-02T03:04:05', GenericType.temporal, '2020-01-02 03:04:05'],
  ['2020-01-02T00:00:00', GenericType.temporal, '2020-01-02'],
  [null, GenericType.string, 'NULL'],
  ['', GenericType.string, ''],
  [{ a: [1] }, GenericType.string, '{"a":[1]}'],
  [2020, GenericType.string, '2020'],
])('%j of kind %i is shown as %j', (value, kind, text) => expect(shownText(value, kind)).toBe(text))

it.each([
  ['{"a": 1}', { a: 1 }],
  [' [1, 2]', [1, 2]],
  [[1], [1]],
  ['{broken', undefined],
  ['text', undefined],
  [5, undefined],
  [null, undefined],
])('%j is the JSON %j', (value, json) => expect(jsonOf(value)).toEqual(json))

describe('rows', () => {
  it('are found in any column, ignoring case', () => {
    expect(foundRows(result, 'ny')).toEqual([0])
    expect(foundRows(result, '10')).toEqual([0, 3])
    expect(foundRows(result, ' ')).toEqual([0, 1, 2, 3])
  })
  it('are sorted by numbers and texts, empty cells last', () => {
    expect(orderedRows(result, [0, 1, 2, 3], { column: 1, isDescending: false })).toEqual([1, 0, 3, 2])
    expect(orderedRows(result, [0, 1, 2, 3], { column: 1, isDescending: true })).toEqual([3, 0, 1, 2])
    expect(orderedRows(result, [0, 1, 2, 3], { column: 0, isDescending: false })).toEqual([1, 0, 3, 2])
    const wide = { ...result, cells: [result.cells[0] ?? [], ['9007199254740993', 5, '-9007199254740993', null]] }
    expect(orderedRows(wide, [0, 1, 2, 3], { column: 1, isDescending: false })).toEqual([2, 1, 0, 3])
  })
  it('can be copied for spreadsheets and as JSON', () => {
    expect(rowsAsText(result, [3, 2])).toBe('state\tn\ntx as\t100\n\t')
    expect(JSON.parse(rowsAsJson(result))).toEqual([
      { state: 'NY', n: 10 },
      { state: 'CA', n: 9 },
      { state: null, n: null },
      { state: 'tx\tas', n: 100 },
    ])
  })
})

it('widths fit names and values within limits', () => {
  expect(widthOf(column('n'), [1])).toBe(72)
  expect(widthOf(column('text'), ['x'.repeat(500)])).toBe(320)
  const day = { name: 'day', type: 'DATE', is_dttm: true }
  // ten digits of equal width and the padding
  expect(widthOf(day, ['2024-01-01'])).toBeGreaterThanOrEqual(10 * 8.4 + 20)
})
