import { expect, it } from 'vitest'
import { columnsIn, placeOfColumn } from './visibleColumns.ts'

const widths = [100, 50, 200, 50, 100]

it.each([
  ['the first', 0, 100, { from: 0, to: 1, before: 0, after: 400 }],
  ['those of a part, also where only a piece is in it', 120, 160, { from: 1, to: 3, before: 100, after: 150 }],
  ['the last', 450, 900, { from: 4, to: 5, before: 400, after: 0 }],
  ['all', -100, 900, { from: 0, to: 5, before: 0, after: 0 }],
  ['at least one, beyond the end', 900, 1000, { from: 4, to: 5, before: 400, after: 0 }],
])('columns in a part of the table: %s', (_name, left, right, expected) => {
  expect(columnsIn(widths, left, right)).toEqual(expected)
})

it.each([
  ['is visible: the table stays', 1, 60, 60],
  ['is to the left', 0, 60, 0],
  ['is to the right: it is the last that is visible', 4, 0, 300],
  ['is wider than the table: it begins at the left', 2, 0, 150, 120],
])('a column that %s', (_name, column, left, expected, width = 200) => {
  expect(placeOfColumn(widths, column, { left, width })).toBe(expected)
})
