import { expect, it } from 'vitest'
import { sharedSteps } from './sharedSteps.ts'

it.each<[one: [number, number], other: [number, number], wanted: number]>([
  [[0, 15.2e6], [0, 11.4], 2],
  [[0, 15.2e6], [0, 11.4], 4],
  [[-3, 100], [0.2, 0.9], 3],
  [[5, 5], [0, 0], 3],
  [[-1, 1e6], [1, 2], 5],
])('%j and %j have the same number of round steps', (one, other, wanted) => {
  const [first, second] = sharedSteps([one, other], wanted)!
  const count = ({ min, max, interval }: typeof first & object) => Math.round((max - min) / interval)
  expect(count(first!)).toBe(count(second!))
  for (const [steps, [min, max]] of [
    [first!, one],
    [second!, other],
  ] as const) {
    expect(steps.min).toBeLessThanOrEqual(min)
    expect(steps.max).toBeGreaterThanOrEqual(max)
    // at least half of the height is used, unless there is a single value
    if (min !== max) expect((max - min) / (steps.max - steps.min)).toBeGreaterThan(0.5)
  }
})

it('has no steps for an axis without values', () => expect(sharedSteps([[0, 1], undefined], 3)).toBeUndefined())
