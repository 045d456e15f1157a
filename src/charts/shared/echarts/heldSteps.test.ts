import { expect, it } from 'vitest'
import { heldSteps } from './heldSteps.ts'

it.each([
  // rises of 0.8 px are drawn once they are 1.6 px together
  [[0, 10, 5, 10.8, 10, 11.6, 15.2, 20], 0, false, [0, 10, 5, 10, 10, 12, 15, 20]],
  // points that are 0.4 px apart
  [[0, 10, 0.4, 20, 0.8, 30], 0, false, [0, 10, 0, 20, 1, 30]],
  // a step in the middle of two points needs twice the distance
  [[0, 10, 1, 20, 2, 30], 0, true, [0, 10, 0, 20, 2, 30]],
  // steps along y
  [[10, 0, 10.8, 5, 11.6, 10], 1, false, [10, 0, 10, 5, 12, 10]],
  // nothing is held across a gap
  [[0, 10, 5, Number.NaN, 10, 11.4], 0, false, [0, 10, 5, Number.NaN, 10, 11]],
] as const)('%j along %i, halved %s: %j', (points, base, isHalved, expected) => {
  const changed = new Float32Array(points)
  heldSteps(changed, base, isHalved)
  expect([...changed]).toEqual(expected)
})
