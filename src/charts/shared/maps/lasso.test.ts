import { describe, expect, it } from 'vitest'
import { answer } from '../../testing/drawInput.ts'
import { type Corner, isInRing, lassoFilters, lassoMask, lassoOf, mostListed, ringOfLine } from './lasso.ts'

const columns = ['lon', 'lat'] as const
const places = (list: readonly (readonly [number | null, number | null])[]) =>
  answer({ lon: [0, list.map(([x]) => x)], lat: [0, list.map(([, y]) => y)] })

/** The places that filters select, as a database would. */
function selected(list: readonly (readonly [number | null, number | null])[], ring: readonly Corner[]) {
  const found = lassoFilters(places(list), columns, (place) => isInRing(ring, place))
  if (typeof found === 'string') return found
  const tests: Record<string, (value: number, val: unknown) => boolean> = {
    '>=': (value, val) => value >= Number(val),
    '<=': (value, val) => value <= Number(val),
    IN: (value, val) => (val as number[]).includes(value),
  }
  const rows = list.filter(([x, y]) =>
    found.filters.every(({ col, op, val }) => {
      const value = col === 'lon' ? x : y
      return value !== null && tests[op]!(value, val)
    }),
  )
  expect(found.rows).toBe(rows.length)
  return rows
}

const triangle: Corner[] = [
  [0, 0],
  [10, 0],
  [0, 10],
]

describe('the filters of a lasso', () => {
  it('are a box if no other place is in it', () => {
    const list = [
      [1, 1],
      [3, 2],
      [8, 8],
      [null, 1],
    ] as const
    expect(selected(list, triangle)).toEqual([
      [1, 1],
      [3, 2],
    ])
    expect(lassoFilters(places(list), columns, (place) => isInRing(triangle, place))).toMatchObject({
      filters: [
        { col: 'lon', op: '>=', val: 1 },
        { col: 'lon', op: '<=', val: 3 },
        { col: 'lat', op: '>=', val: 1 },
        { col: 'lat', op: '<=', val: 2 },
      ],
    })
  })

  it('list longitudes and latitudes if another place is in the box', () => {
    expect(
      selected(
        [
          [1, 8],
          [8, 1],
          [7, 7],
        ],
        triangle,
      ),
    ).toEqual([
      [1, 8],
      [8, 1],
    ])
  })

  it('select exactly the rows inside, for places anywhere', () => {
    const random = (seed: number) => (Math.sin(seed) * 10_000) % 10
    const list = Array.from({ length: 400 }, (_, at) => [random(at + 1), random(at + 1000)] as const)
    const inside = list.filter((place) => isInRing(triangle, place))
    expect(inside.length > 20).toBe(true)
    expect(selected(list, triangle)).toEqual(inside)
  })

  it.each([
    ['no place', [[9, 9]], 'none'],
    [
      'longitudes and latitudes of another place',
      [
        [1, 8],
        [8, 1],
        [8, 8],
      ],
      'mixed',
    ],
    [
      'too many places',
      [...Array.from({ length: mostListed + 1 }, (_, at) => [at / 1000, at / 1001 + 0.1]), [0.5, 0.2]],
      'many',
    ],
  ])('do not exist for %s', (name, list, fault) => {
    const isInside = ([x, y]: Corner) =>
      name === 'too many places' ? !(x === 0.5 && y === 0.2) : isInRing(triangle, [x, y])
    expect(lassoFilters(places(list as [number, number][]), columns, isInside)).toBe(fault)
  })

  it('do not exist for cells of points', () => {
    const cells = answer({ lon: [0, [1]], lat: [0, [1]], points_in_cell: [0, [5]] })
    expect(lassoFilters(cells, columns, () => true)).toBe('cells')
  })
})

it('the mask has the ring, which a map can draw again', () => {
  const mask = lassoMask({ filters: [], rows: 1 }, [...triangle, [0.123_456, 1]], 'Map selection: 1 point')
  expect(mask.filterState?.label).toBe('Map selection: 1 point')
  expect(lassoOf(mask.filterState)).toEqual([...triangle, [0.1235, 1]])
  expect([lassoOf({ lasso: [[1, 2]] }), lassoOf({ value: null }), lassoOf(undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

describe('a line that is drawn by hand', () => {
  it('is a ring of few corners', () => {
    const circle = Array.from({ length: 5000 }, (_, at): Corner => {
      const angle = (at / 5000) * 2 * Math.PI
      return [300 + 300 * Math.cos(angle), 300 + 300 * Math.sin(angle)]
    })
    const ring = ringOfLine(circle)!
    expect([ring.length > 100, ring.length <= 300]).toEqual([true, true])
    expect([isInRing(ring, [300, 20]), isInRing(ring, [20, 20])]).toEqual([true, false])
  })
  it.each([
    ['a click', [[5, 5]]],
    [
      'a straight line',
      [
        [0, 0],
        [10, 10],
        [20, 20],
        [30, 30],
      ],
    ],
  ])('is no ring: %s', (_name, line) => expect(ringOfLine(line as unknown as Corner[])).toBeUndefined())
})
