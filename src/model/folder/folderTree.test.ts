import { expect, it } from 'vitest'
import { folderHeight, folderPath, freeName } from './folderTree.ts'

const folders = new Map(
  [
    [1, null],
    [2, 1],
    [3, 2],
    [4, 1],
  ].map(([id, parent_id]) => [id ?? 0, { id: id ?? 0, parent_id: parent_id ?? null }]),
)

it('leads from a folder to the top', () => {
  expect([folderPath(folders, 3), folderPath(folders, 1), folderPath(folders, null)]).toEqual([[3, 2, 1], [1], []])
})

it('counts the levels below a folder', () => {
  expect([1, 2, 3, 4].map((id) => folderHeight(folders, id))).toEqual([3, 2, 1, 1])
})

it('finds a name that is free, whatever its case', () => {
  expect(freeName('Sales', new Set(['sales', 'sales (2)']))).toBe('Sales (3)')
})
