import { geoArea, geoContains } from 'd3-geo'
import type { MultiLineString, Position } from 'geojson'
import { expect, it } from 'vitest'
import { fineLand } from './fineLand.ts'
import { landAndBorders } from './land.ts'

const coarse = landAndBorders().land

it('the fine outline has about the area of the coarse one', () => {
  expect(geoArea(fineLand().land) / geoArea(coarse)).toBeCloseTo(1, 1)
})

it.each([
  ['Long Island', [-73, 40.85], true],
  ['Long Island Sound', [-72.9, 41.1], false],
  ['Paris', [2.35, 48.86], true],
  ['Delaware Bay', [-75.2, 39.1], false],
] as const)('the fine outline knows %s', (_name, [longitude, latitude], isLand) => {
  expect(geoContains(fineLand().land, [longitude, latitude])).toBe(isLand)
})

/** The least distance in degrees from a place to a corner of a line. */
const distance = ({ coordinates }: MultiLineString, [x, y]: readonly [number, number]) =>
  Math.min(...coordinates.flat().map(([toX = 0, toY = 0]: Position) => Math.hypot(toX - x, toY - y)))

it('borders are as detailed as coasts, and large countries have those of their states', () => {
  const { borders, states } = fineLand()
  expect(borders.coordinates.flat().length).toBeGreaterThan(2 * landAndBorders().borders.coordinates.flat().length)
  // Utah, Colorado, New Mexico and Arizona
  expect(distance(states, [-109.05, 37])).toBeLessThan(0.1)
  expect(distance(borders, [-109.05, 37])).toBeGreaterThan(3)
  // Switzerland, France and Germany
  expect(distance(borders, [7.59, 47.58])).toBeLessThan(0.2)
})

it('states have no lines along coasts', () => {
  // Long Beach Island; Cape Hatteras
  expect(distance(fineLand().states, [-75.5, 35.25])).toBeGreaterThan(0.5)
})
