import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uncrossed } from './uncrossed.ts'
import { heightOf } from './viewport.ts'

type Point = [longitude: number, latitude: number]

/** How often a ring goes around a place, counterclockwise, and whether the even-odd rule fills it. */
function around(ring: readonly Point[], [x, y]: Point): { turns: number; isFilled: boolean } {
  let [turns, edges] = [0, 0]
  for (const [index, to] of ring.entries()) {
    const from = ring.at(index - 1)!
    const [low, high, height] = [heightOf(from[1]), heightOf(to[1]), heightOf(y)]
    if (low > height === high > height) continue
    if (from[0] + ((to[0] - from[0]) * (height - low)) / (high - low) <= x) continue
    edges += 1
    turns += high > low ? 1 : -1
  }
  return { turns, isFilled: edges % 2 === 1 }
}

const closed = (points: Point[]): Point[] => [...points, points[0]!]
const bowTie = closed([
  [0, 0],
  [10, 10],
  [10, 0],
  [0, 10],
])
const star = closed(
  [0, 2, 4, 1, 3].map((at): Point => [5 + 5 * Math.sin(at * 0.4 * Math.PI), 5 * Math.cos(at * 0.4 * Math.PI)]),
)

describe('a ring that crosses itself', () => {
  it('goes around both halves of a bow tie in one direction', () => {
    const west: Point = [1, 5]
    const east: Point = [9, 5]
    expect([around(bowTie, west).turns, around(bowTie, east).turns]).toEqual([1, -1])
    const ring = uncrossed(bowTie)!
    expect(Math.abs(around(ring, west).turns + around(ring, east).turns)).toBe(2)
    expect(around(ring, [5, 1]).turns).toBe(0)
    expect(ring).toHaveLength(7)
    expect(ring.at(-1)).toEqual(ring[0])
  })

  it.each<[string, Point[]]>([
    [
      'passes a point twice',
      closed([
        [0, 0],
        [5, 0],
        [10, 0],
        [10, 5],
        [5, 0],
        [0, -5],
      ]),
    ],
    [
      'has a corner on its own edge',
      closed([
        [0, 0],
        [10, 0],
        [10, 5],
        [5, 0],
        [0, -5],
      ]),
    ],
  ])('also if it %s', (_, points) => {
    const ring = uncrossed(points)!
    expect(around(ring, [9, 2]).turns * around(ring, [1, -2]).turns).toBe(1)
  })

  it('leaves out the middle of a star, as the even-odd rule does', () => {
    const ring = uncrossed(star)!
    expect(around(ring, [5, 0]).turns).toBe(0)
    expect(Math.abs(around(ring, [5, 4]).turns)).toBe(1)
  })

  it('keeps what the even-odd rule fills, and goes around all of it in one direction', () => {
    // small numbers are not preferred: they would often cause overlapping edges, which this test does not cover
    const coordinate = fc.noBias(fc.integer({ min: 0, max: 60_000_000 })).map((each) => each / 1e6)
    const place = fc.tuple(coordinate, coordinate)
    const shape = fc.array(place, { minLength: 4, maxLength: 12 })
    fc.assert(
      fc.property(shape, fc.array(place, { minLength: 20, maxLength: 20 }), (points, places) => {
        const ring = uncrossed(closed(points))!
        const seen = places.map((each) => ({ ...around(ring, each), wanted: around(closed(points), each).isFilled }))
        expect(seen.map(({ turns }) => turns !== 0)).toEqual(seen.map(({ wanted }) => wanted))
        expect(new Set(seen.map(({ turns }) => turns).filter((turns) => turns !== 0)).size).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('a ring that does not cross itself', () => {
  it.each<[string, Point[]]>([
    [
      'convex',
      closed([
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ]),
    ],
    [
      'concave',
      closed([
        [0, 0],
        [10, 0],
        [10, 10],
        [5, 2],
        [0, 10],
      ]),
    ],
    // an edge to a hole and back
    [
      'a keyhole',
      closed([
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
        [0, 0],
        [3, 3],
        [3, 6],
        [6, 6],
        [6, 3],
        [3, 3],
      ]),
    ],
    [
      'a triangle',
      closed([
        [0, 0],
        [10, 0],
        [10, 10],
      ]),
    ],
  ])('is kept: %s', (_, ring) => expect(uncrossed(ring)).toBe(ring))

  it('is no area if it is a tangle, also after the work of the map is used', () => {
    const tangle = closed(
      Array.from({ length: 400 }, (_, at): Point => [5 * Math.cos(at * 2.7), 5 * Math.sin(at * 2.7)]),
    )
    expect(uncrossed(tangle)).toBeUndefined()
    expect(uncrossed(tangle, { left: 0 })).toBeUndefined()
    expect(uncrossed(bowTie, { left: 0 })).toBe(bowTie)
    // bundles of almost parallel edges: the work is used up before many crossings are found
    const bundles = Array.from({ length: 1500 }, (_, at): Point => [5 * Math.cos(at * 2.9), 5 * Math.sin(at * 2.9)])
    expect(uncrossed(closed(bundles))).toBeUndefined()
  })
  it('is kept if it has very many points', () => {
    const count = 200_000
    const wave = (at: number) => 3 + Math.sin(at / 7) / 100
    const ring = closed(
      Array.from({ length: count }, (_, at): Point => {
        const angle = (2 * Math.PI * at) / count
        return [wave(at) * Math.cos(angle), wave(at) * Math.sin(angle)]
      }),
    )
    expect(uncrossed(ring)).toBe(ring)
  })
})
