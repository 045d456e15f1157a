import { expect, it } from 'vitest'
import { answer } from '../../src/charts/testing/drawInput.ts'
import { withRows } from './withRows.ts'

it('combines names at each time, continues times and repeats numbers', () => {
  const data = answer({ a: [1, ['x', 'y']], b: [1, ['p', 'q']], day: [2, [0, 86_400_000]], n: [0, [1, null]] })
  const { columns, rowcount } = withRows(data, 8)
  expect(rowcount).toBe(8)
  expect(columns[0]).toEqual(['x', 'y', 'x', 'y', 'x', 'y', 'x', 'y'])
  expect(columns[1]).toEqual(['p', 'p', 'q', 'q', 'p', 'p', 'q', 'q'])
  expect(columns[2]).toEqual([0, 0, 0, 0, 86_400_000, 86_400_000, 86_400_000, 86_400_000])
  expect(columns[3]?.slice(0, 4)).toEqual([1, null, 1.02, null])
})

it('has new names and times', () => {
  const { columns } = withRows(answer({ a: [1, ['x', 'y']], b: [1, ['p', 'q']] }), 9)
  const pairs = columns[0]!.map((name, row) => `${String(name)}/${String(columns[1]?.[row])}`)
  expect(new Set(pairs).size).toBe(9)
  expect(pairs.slice(0, 4)).toEqual(['x/p', 'y/p', 'x 1/p', 'x/q'])
  expect(withRows(answer({ day: [2, [5]] }), 2).columns[0]).toEqual([5, 86_400_005])
})

it('repeats numbers of a column without a numeric type', () => {
  const { columns } = withRows(answer({ a: [1, ['x', 'y']], rank: [1, [0.5, 1]] }), 4)
  expect(columns).toEqual([
    ['x', 'y', 'x 1', 'y 1'],
    [0.5, 1.01, 0.51, 1.03],
  ])
})

it('repeats no name until all combinations are used', () => {
  const { columns } = withRows(answer({ a: [1, ['x', 'x', 'y']], b: [1, ['p', 'q', 'q']] }), 9)
  expect(new Set(columns[0]!.map((name, row) => `${String(name)}/${String(columns[1]?.[row])}`)).size).toBe(9)
})

it('repeats shapes of maps', () => {
  const line = '[[10,50],[20,60]]'
  const { columns } = withRows(answer({ line: [1, [line]], n: [0, [5]] }), 3)
  expect(columns[0]).toEqual([line, line, line])
})
