import { expect, it } from 'vitest'
import { lowest, slopeOf } from './slope.ts'

const points = (...values: number[]) => values.map((y, x) => ({ x, y }))

it('a line has its slope, without uncertainty', () => {
  const { slope, uncertainty } = slopeOf(points(5, 7, 9, 11))
  expect(slope).toBeCloseTo(2)
  expect(uncertainty).toBeCloseTo(0)
})

it('scattered values have a slope that is uncertain', () => {
  const { slope, uncertainty } = slopeOf(points(0, 2, 1, 4))
  expect(slope).toBeCloseTo(1.1)
  // standard error sqrt(2.7 / 2 / 5), t of two degrees of freedom
  expect(uncertainty).toBeCloseTo(4.3 * Math.sqrt(2.7 / 2 / 5))
})

it('two points do not determine the uncertainty', () => {
  expect(slopeOf(points(1, 2)).slope).toBeNaN()
})

it('the lowest value of each span is placed at its middle', () => {
  expect(lowest(points(3, 1, 2, 9, 8), 3)).toEqual([
    { x: 1.5, y: 1 },
    { x: 4.5, y: 8 },
  ])
})
