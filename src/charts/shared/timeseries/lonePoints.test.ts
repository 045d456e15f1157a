import { expect, it } from 'vitest'
import { lonePoints } from './series.ts'

it.each([
  [[1, null, 2, 3, null], [0]],
  [[null, 1, null], [1]],
  [[1], [0]],
  [[1, 2, null, 0], [3]],
  [[null, null], []],
  [[], []],
] as [(number | null)[], number[]][])('of %j: %j', (values, expected) => expect(lonePoints(values)).toEqual(expected))
