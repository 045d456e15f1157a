import { describe, expect, it } from 'vitest'
import { bucketAt, bucketsOf } from './buckets.ts'

const limits = (range: [number, number], breakPoints: unknown[], count = 5) =>
  bucketsOf(range, { breakPoints, count, scheme: undefined, mode: 'light' }).map(({ low, high }) => [low, high])

describe('buckets', () => {
  it.each<[string, [number, number], unknown[], number, number[][]]>([
    [
      'are equal steps',
      [0, 10],
      [],
      2,
      [
        [0, 5],
        [5, 10],
      ],
    ],
    [
      'are between break points in order',
      [0, 10],
      ['5', 1, '1', 20],
      2,
      [
        [1, 5],
        [5, 20],
      ],
    ],
    ['need two break points', [0, 10], ['5', 'x', null, ''], 1, [[0, 10]]],
    ['of one value are one', [3, 3], [], 5, [[3, 3]]],
    ['are at least one', [0, 1], [], 0, [[0, 1]]],
    [
      'have finite limits if their range is larger than the largest number',
      [-1e308, 1e308],
      [],
      2,
      [
        [-1e308, 0],
        [0, 1e308],
      ],
    ],
  ])('%s', (_name, range, breakPoints, count, expected) => expect(limits(range, breakPoints, count)).toEqual(expected))

  it('are limited to a number that can be told apart', () => expect(limits([0, 1], [], 1e9)).toHaveLength(100))

  it('end at the largest value despite rounding', () => expect(limits([0, 0.3], [], 3).at(-1)![1]).toBe(0.3))

  it('have one color each', () => {
    const colors = bucketsOf([0, 10], { breakPoints: [], count: 5, scheme: 'fire', mode: 'light' }).map(
      ({ color }) => color,
    )
    expect(new Set(colors).size).toBe(5)
  })
})

describe('a value', () => {
  const buckets = bucketsOf([0, 10], { breakPoints: [0, 5, 10], count: 5, scheme: undefined, mode: 'light' })
  it.each([
    [0, 0],
    [4.9, 0],
    [5, 1],
    [10, 1],
    [10.1, -1],
    [-1, -1],
  ])('%d is in bucket %d', (value, expected) => expect(bucketAt(buckets, value)).toBe(expected))
})
