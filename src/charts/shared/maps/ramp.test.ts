import { expect, it } from 'vitest'
import { chartTheme } from '../theme.ts'
import { hasSpaceForRamp, ramp } from './ramp.ts'

const rampOf = (width: number, high: number) =>
  ramp({ theme: chartTheme('light'), size: { width, height: 200 } }, undefined, [0, high], String, 0)

it('the ramp is as long as the texts at its ends allow', () => {
  expect(hasSpaceForRamp({ size: { width: 204, height: 200 } })).toBe(true)
  expect(hasSpaceForRamp({ size: { width: 120, height: 200 } })).toBe(false)
  expect(rampOf(600, 9)).toMatchObject({ itemHeight: 160 })
  const lengths = [9, 123_456_789_012].map((high) => (rampOf(160, high) as { itemHeight: number }).itemHeight)
  expect(lengths[0]).toBeCloseTo(160 / 2.6)
  expect(lengths[1]).toBeLessThan(160 / 2.6)
  expect(
    ramp({ theme: chartTheme('light'), size: { width: 160, height: 200 } }, undefined, [0, 1], () => 'x'.repeat(40), 0),
  ).toBeUndefined()
})
