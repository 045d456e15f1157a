import { describe, expect, it } from 'vitest'
import { fewerPoints, gapOf } from './fewerPoints.ts'
import { readAreas, readFeatures } from './shapes.ts'

type Ring = [number, number][]

/** A closed ring around 10° E; with a roughness, its points have different distances from the center. */
function ringOf(count: number, roughness = 0): Ring {
  const ring = Array.from({ length: count }, (_, at): [number, number] => {
    const radius = 5 + roughness * ((at * 0.618_033_988_75) % 1)
    const angle = (2 * Math.PI * at) / count
    return [10 + radius * Math.cos(angle), radius * Math.sin(angle)]
  })
  return [...ring, ring[0]!]
}

const answer = (...cells: unknown[]) =>
  ({ colnames: ['shape'], columns: [cells.map((cell) => JSON.stringify(cell))] }) as unknown as Parameters<
    typeof readFeatures
  >[0]
const polygon = (...rings: Ring[]) => ({ type: 'Polygon', coordinates: rings })

describe('an area with very many points', () => {
  it('keeps its form', () => {
    const { marks, tooLarge } = readFeatures(answer(polygon(ringOf(200_000))), 'shape')
    const [ring] = marks[0]!.areas[0]!
    expect([tooLarge, ring!.length < 20_000, ring!.length > 5000]).toEqual([0, true, true])
    expect(ring!.at(-1)).toEqual(ring![0])
    // the straight edges between the points are near to the circle
    const off = ring!.slice(1).map(([x, y], at) => {
      const [beforeX, beforeY] = ring![at]!
      return 5 - Math.hypot((x + beforeX) / 2 - 10, (y + beforeY) / 2)
    })
    expect(Math.max(...off)).toBeLessThan(1e-5)
  })

  it('is too large if its points are far from each other, and leaves the others', () => {
    const { rows, missing, tooLarge } = readFeatures(
      answer(polygon(ringOf(200_000, 3)), polygon(ringOf(5)), polygon(ringOf(4))),
      'shape',
    )
    expect({ rows, missing, tooLarge }).toEqual({ rows: [1, 2], missing: 0, tooLarge: 1 })
  })

  it('keeps small holes', () => {
    const hole: Ring = [...[0, 1, 2, 3, 4, 5].map((at): [number, number] => [10 + at * 1e-6, at * at * 1e-6]), [10, 0]]
    const { marks } = readAreas(answer([ringOf(50_000), hole]), {
      column: 'shape',
      encoding: 'json',
      reversed: false,
    })
    expect(marks[0]!.map((ring) => ring.length > 3)).toEqual([true, true])
    expect(marks[0]![1]!.at(-1)).toEqual(marks[0]![1]![0])
  })

  it('is not valid with one wrong point', () => {
    const ring = ringOf(50_000) as unknown[]
    const { missing } = readFeatures(answer(polygon(ring.with(20_000, [10, null]) as Ring)), 'shape')
    expect(missing).toBe(1)
  })
})

it('areas with fewer points, and points and lines of any number, are drawn as they are', () => {
  expect(gapOf(polygon(ringOf(19_000)))).toBe(0)
  expect(gapOf({ type: 'MultiPoint', coordinates: ringOf(60_000) })).toBe(0)
  expect(gapOf({ type: 'LineString', coordinates: ringOf(60_000, 3) })).toBe(0)
  const ring = ringOf(10)
  expect(fewerPoints(ring, 0)).toBe(ring)
})
