import type { Position } from 'geojson'
import { expect, it } from 'vitest'
import { landAndBorders } from './land.ts'
import { landParts } from './landParts.ts'

const parts = landParts(landAndBorders().land)

/** Whether a ring is around a place: the number of its edges to the right of it is odd. */
const isAround = (ring: readonly Position[], [x, y]: readonly [number, number]) =>
  ring.slice(1).filter(([x2 = 0, y2 = 0], at) => {
    const [x1 = 0, y1 = 0] = ring[at]!
    return y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)
  }).length %
    2 ===
  1

const areasAt = (place: readonly [number, number]) =>
  parts.filter(([outer, ...holes]) => isAround(outer!, place) && !holes.some((hole) => isAround(hole, place))).length

it('all land is between -180 and 180 degrees', () => {
  const longitudes = parts.flat(2).map(([x = 0]) => x)
  expect(Math.min(...longitudes)).toBeGreaterThan(-180.1)
  expect(Math.max(...longitudes)).toBeLessThan(180.1)
})

it('all rings are closed', () => {
  for (const ring of parts.flat()) expect(ring.at(-1)).toEqual(ring[0])
})

it.each([
  ['Siberia, west of 180 degrees', [179, 67], 1],
  ['Siberia, east of 180 degrees', [-179, 67], 1],
  ['China', [105, 35], 1],
  ['where China would be again', [-255, 35], 0],
  ['the Pacific', [-179, 0], 0],
  ['Kansas', [-98, 38], 1],
  ['Antarctica', [-179.5, -84.9], 1],
  ['Antarctica in the east', [179.5, -84.9], 1],
] as const)('%s is land this many times', (_name, place, count) => expect(areasAt(place)).toBe(count))
