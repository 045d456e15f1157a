import { expect, it } from 'vitest'
import { isOverwritten, overwriteDuplicates } from './overwriteDuplicates.ts'
import { asIs } from './PreviewTable.tsx'

it('the last column with a name replaces the previous ones, and all of them can be restored', () => {
  const columns = [
    { name: 'Town', type: 'VARCHAR' },
    { name: 'n', type: 'BIGINT' },
    { name: 'town_1', type: 'VARCHAR', repeats: 'Town' },
    { name: 'TOWN_2', type: 'VARCHAR', repeats: 'Town' },
  ]
  const drafts = columns.map(asIs)
  expect(isOverwritten(columns, drafts)).toBe(false)
  const replaced = overwriteDuplicates(columns, drafts, true)
  expect(replaced.filter(({ isKept }) => isKept)).toMatchObject([
    { source: 'n', name: 'n' },
    { source: 'TOWN_2', name: 'Town' },
  ])
  expect(isOverwritten(columns, replaced)).toBe(true)
  expect(overwriteDuplicates(columns, replaced, false)).toEqual(drafts)
})
