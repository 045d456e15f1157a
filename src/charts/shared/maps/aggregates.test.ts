import { expect, it } from 'vitest'
import { type Aggregation, aggregate } from './aggregates.ts'

it.each<[Aggregation, number[], number]>([
  ['sum', [1, 2, 6], 9],
  ['count', [1, 2, 6], 3],
  ['mean', [1, 2, 6], 3],
  ['median', [1, 6, 2], 2],
  ['median', [1, 2], 1.5],
  ['min', [4, -1, 2], -1],
  ['max', [4, -1, 2], 4],
  ['variance', [2, 4, 9], 13],
  ['variance', [5], 0],
  ['deviation', [1, 5], Math.sqrt(8)],
  ['p1', [0, 100], 1],
  ['p5', [0, 100], 5],
  ['p95', [100, 0], 95],
  ['p99', [7], 7],
])('%s of %j', (by, values, expected) => expect(aggregate(values, by)).toBeCloseTo(expected))
