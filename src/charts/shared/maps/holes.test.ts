import { describe, expect, it } from 'vitest'
import { answer } from '../../testing/drawInput.ts'
import { holesWithin } from './holes.ts'
import { readAreas } from './shapes.ts'
import { workOfMap } from './uncrossed.ts'

type Point = [longitude: number, latitude: number]

const box = (west: number, south: number, side: number): Point[] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
]
const outer = box(0, 0, 10)
const cases: [name: string, hole: Point[], isKept: boolean | undefined][] = [
  ['inside', box(2, 2, 3), true],
  ['at a corner of the ring', box(0, 0, 3), true],
  ['on a side of the ring', box(4, 7, 3), true],
  ['outside', box(20, 20, 3), false],
  ['outside, at a side of the ring', box(10, 2, 3), false],
  ['across a side', box(8, 2, 4), undefined],
  ['across a corner', box(8, 8, 4), undefined],
]

describe('a hole', () => {
  it.each(cases)('%s', (_name, hole, isKept) => {
    expect(holesWithin(outer, [hole], workOfMap())).toEqual(isKept === undefined ? undefined : isKept ? [hole] : [])
  })

  it('that touches a slanted side does not cross it', () => {
    const triangle: Point[] = [
      [0, 0],
      [9, 0],
      [0, 9],
      [0, 0],
    ]
    const middle: Point = [3, 0]
    const hole: Point[] = [middle, [4, 2], [2, 2], middle]
    expect(holesWithin(triangle, [hole], workOfMap())).toEqual([hole])
  })

  it('with a corner that rounding has moved beyond a side is kept', () => {
    const hole = box(7, 2, 3).map(([x, y]): Point => [x === 10 && y === 2 ? 10 + 1e-7 : x, y])
    expect(holesWithin(outer, [hole], workOfMap())).toEqual([hole])
  })

  it('near a ring from which points were left out is kept', () => {
    const hole = box(7, 2, 3.05)
    expect(holesWithin(outer, [hole], workOfMap())).toBeUndefined()
    expect(holesWithin(outer, [hole], workOfMap(), 0.1)).toEqual([hole])
  })

  it('of an area with very many points is checked as far as the work allows', () => {
    const work = { left: 10 }
    expect(holesWithin(outer, [box(8, 2, 4), box(8, 2, 4)], work)).toHaveLength(2)
    expect(work.left).toBeLessThan(0)
  })
})

it('rows whose holes cross their areas are counted, and draw nothing', () => {
  const cells = cases.map(([, hole]) => JSON.stringify({ type: 'Polygon', coordinates: [outer, hole] }))
  const found = readAreas(answer({ area: [1, cells] }), { column: 'area', encoding: 'json', reversed: false })
  expect(found.rows).toEqual([0, 1, 2, 3, 4])
  expect(found.missing).toBe(2)
  expect(found.marks.map((area) => area.length)).toEqual([2, 2, 2, 1, 1])
})
