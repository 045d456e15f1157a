import { expect, it } from 'vitest'
import { evenStep } from './evenStep.ts'

it.each([
  [-5, 25, 4, 5],
  [45, 90, 3, 15],
  [0, 100, 4, 25],
  [0, 1, 4, 0.25],
  [0, 0.3, 3, 0.1],
  [1000, 5000, 4, 1000],
  [108, 124, 3, 4],
  [40, 80, 5, 10],
  [40, 80, 3, 10],
  [40, 80, 2, 20],
  [0, 30_000, 4, 10_000],
  [0, 30_000, 5, 5000],
  [0, 150_000, 5, 25_000],
  [0, 17.3, 4, undefined],
  [5, 5, 4, undefined],
  [9, 1, 4, undefined],
])('between %d and %d, about %i steps: %s', (min, max, wanted, expected) => {
  if (expected === undefined) expect(evenStep(min, max, wanted)).toBeUndefined()
  else expect(evenStep(min, max, wanted)).toBeCloseTo(expected, 9)
})
