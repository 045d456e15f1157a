import { geoArea, geoContains } from 'd3-geo'
import { expect, it } from 'vitest'
import { fineLand } from './fineLand.ts'
import { landAndBorders } from './land.ts'

const coarse = landAndBorders().land

it('the fine outline has about the area of the coarse one', () => {
  expect(geoArea(fineLand()) / geoArea(coarse)).toBeCloseTo(1, 1)
})

it.each([
  ['Long Island', [-73, 40.85], true],
  ['Long Island Sound', [-72.9, 41.1], false],
  ['Paris', [2.35, 48.86], true],
  ['Delaware Bay', [-75.2, 39.1], false],
] as const)('the fine outline knows %s', (_name, [longitude, latitude], isLand) => {
  expect(geoContains(fineLand(), [longitude, latitude])).toBe(isLand)
})
