import { expect, it } from 'vitest'
import { sourceChanges } from './sourceChanges.ts'

const columns = [
  { column_name: 'day', expression: null },
  { column_name: 'Region', expression: null },
  { column_name: 'double', expression: 'amount * 2' },
]

it('names columns that the source has lost, without calculated ones, and its new ones', () => {
  expect(sourceChanges(columns, [{ name: 'region' }, { name: 'amount' }])).toEqual({
    missing: ['day'],
    added: ['amount'],
  })
})

it('reports nothing while the source is not known', () => {
  expect(sourceChanges(columns, undefined)).toEqual({ missing: [], added: [] })
})
