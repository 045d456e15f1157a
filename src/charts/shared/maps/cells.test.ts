import { describe, expect, it } from 'vitest'
import { hexagonCells, squareCells, worldPart } from './cells.ts'

const points = (...places: [number, number, number][]) => ({
  positions: Float64Array.from(places.flatMap(([x, y]) => [x, y])),
  weights: Float64Array.from(places.map(([, , weight]) => weight)),
})
const kinds = [
  ['squares', squareCells],
  ['hexagons', hexagonCells],
] as const

/** Whether a place is within an outline whose corners go around it in one direction. */
function isWithin([x, y]: [number, number], outline: [number, number][]): boolean {
  const sides = outline.map(([ax, ay], at) => {
    const [bx, by] = outline[(at + 1) % outline.length]!
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax)
  })
  return sides.every((side) => side >= -1e-9) || sides.every((side) => side <= 1e-9)
}

it('a length is a fraction of the world', () => {
  expect(worldPart(40_075_016.686, 0)).toBeCloseTo(1)
  expect(worldPart(1000, 60)).toBeCloseTo(2 * worldPart(1000, 0))
})

describe.each(kinds)('%s', (_name, cellsOf) => {
  it('contain their points', () => {
    // close to the equator, where degrees of both axes have almost the same length
    for (let at = 0; at < 400; at += 1) {
      const place: [number, number] = [-3 + (at % 20) * 0.31, -3 + Math.floor(at / 20) * 0.29]
      const [cell] = cellsOf(points([...place, 1]), 0.7 / 360, 'sum')
      expect(isWithin(place, cell!.outline), place.join()).toBe(true)
    }
  })
  it('combine the weights of their points', () => {
    const cells = cellsOf(points([10, 50, 1], [10.0001, 50, 2], [80, 10, 5]), 0.001, 'sum')
    expect(cells.map(({ value, count }) => [value, count])).toEqual([
      [3, 2],
      [5, 1],
    ])
  })
  it.each([0, -5, Number.NaN])('of %d have a size that can be drawn', (size) => {
    const [cell] = cellsOf(points([10, 50, 1]), size, 'sum')
    expect(cell!.outline.flat().every(Number.isFinite)).toBe(true)
  })
  it('of poles are at the edge of the map', () => {
    const cells = cellsOf(points([0, 90, 1], [0, -90, 1]), 0.01, 'count')
    expect(cells.flatMap(({ outline }) => outline.flat()).every(Number.isFinite)).toBe(true)
  })
})
