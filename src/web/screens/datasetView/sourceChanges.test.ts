import { expect, it } from 'vitest'
import { sourceChanges } from './sourceChanges.ts'

const columns = [
  { column_name: 'day', expression: null },
  { column_name: 'Region', expression: null },
  { column_name: 'double', expression: 'amount * 2' },
]

it('lists columns that the source no longer has, without calculated ones, and its new columns', () => {
  expect(sourceChanges(columns, [{ name: 'region' }, { name: 'amount' }])).toEqual({
    missing: ['day'],
    added: ['amount'],
  })
})

it('reports nothing while the source is unknown', () => {
  expect(sourceChanges(columns, undefined)).toEqual({ missing: [], added: [] })
})
