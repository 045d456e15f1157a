import { expect, it } from 'vitest'
import type { UploadPreview } from '../api/uploads.ts'
import { asIs } from './PreviewTable.tsx'
import { carried } from './useCorrections.ts'

const preview = (...columns: [name: string, type: string][]) =>
  ({ columns: columns.map(([name, type]) => ({ name, type })) }) as UploadPreview

it.each([
  ['a name', { name: 'City' }, { name: 'City', type: 'BIGINT' }],
  ['a type', { type: 'VARCHAR' }, { name: 'town', type: 'VARCHAR' }],
  ['that it is left out', { isKept: false }, { name: 'town', type: 'BIGINT', isKept: false }],
  ['nothing: the newly detected type counts', {}, { name: 'town', type: 'BIGINT', detected: 'BIGINT' }],
])('with other settings, a column keeps %s', (_, correction, expected) => {
  const before = [{ ...asIs({ name: 'town', type: 'DOUBLE' }), ...correction }]
  const { columns } = carried({ columns: before }, preview(['town', 'BIGINT'], ['year', 'BIGINT']))
  expect(columns[0]).toMatchObject(expected)
  expect(columns[1]).toEqual(asIs({ name: 'year', type: 'BIGINT' }))
})

it('a column that no longer exists loses its correction', () => {
  const before = [{ ...asIs({ name: 'town', type: 'DOUBLE' }), name: 'City' }]
  expect(carried({ columns: before }, preview(['other', 'BIGINT'])).columns).toEqual([
    asIs({ name: 'other', type: 'BIGINT' }),
  ])
})
