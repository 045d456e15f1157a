import { describe, expect, it } from 'vitest'
import type { ChartData } from '../../../../model/chartData.ts'
import { cellText, matchingRows, rowsAsText } from './dataRows.ts'

const data = {
  colnames: ['day', 'name', 'on', 'n'],
  coltypes: [2, 1, 3, 0],
  columns: [
    [Date.UTC(2024, 0, 2), null],
    ['Ann\tLee', 'Bob'],
    [true, false],
    [1.5, null],
  ],
  rowcount: 2,
} as unknown as ChartData

describe('rows of a chart', () => {
  it('writes values as they came', () => {
    expect([0, 1, 2, 3].map((column) => cellText(data, 0, column))).toEqual([
      '2024-01-02 00:00:00',
      'Ann\tLee',
      'True',
      '1.5',
    ])
    expect([0, 1, 2, 3].map((column) => cellText(data, 1, column))).toEqual(['N/A', 'Bob', 'False', 'N/A'])
  })

  it.each([
    ['', [0, 1]],
    ['bob', [1]],
    [' 2024-01 ', [0]],
    ['n/a', [1]],
    ['zz', []],
  ])('finds %j in rows %j', (search, rows) => expect(matchingRows(data, search)).toEqual(rows))

  it('copies as lines of a spreadsheet', () => {
    expect(rowsAsText(data, [1, 0])).toBe(
      'day\tname\ton\tn\nN/A\tBob\tFalse\tN/A\n2024-01-02 00:00:00\tAnn Lee\tTrue\t1.5',
    )
  })
})
