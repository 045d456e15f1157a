import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bounds } from '../fields.ts'
import { logMarks, logScale, positiveEnds } from './logMarks.ts'

const of = (values: (number | null)[], bounds: Bounds = [null, null]) => logMarks(positiveEnds([{ values }]), bounds)

describe('logMarks', () => {
  it.each([
    [
      [130, 900],
      [100, 200, 500, 1000],
    ],
    [
      [26_400, 32_500],
      [20_000, 30_000, 40_000],
    ],
    [
      [0.012, 0.09, null, -4, 0],
      [0.01, 0.02, 0.05, 0.1],
    ],
    [
      [165_000, 185_000],
      [160_000, 180_000, 200_000],
    ],
    [
      [48, 80],
      [40, 50, 60, 70, 80],
    ],
    [
      [9, 110],
      [5, 10, 20, 50, 100, 200],
    ],
  ])('of %j are %j', (values, marks) => {
    expect(of(values)).toEqual({ min: marks[0], max: marks.at(-1), marks })
  })

  it('keep configured ends', () => {
    expect(of([130, 900], [110, null])).toEqual({ min: 110, max: 1000, marks: [200, 500, 1000] })
    expect(of([130, 900], [null, 700])).toEqual({ min: 100, max: 700, marks: [100, 200, 500] })
    expect(of([130, 900], [-1, 700])?.min).toBe(100)
  })

  it('are the powers of ten if values are far apart, or if there are none', () => {
    expect(of([1, 1000])).toBeUndefined()
    expect(of([null, -1, 0])).toBeUndefined()
    expect(of([])).toBeUndefined()
  })

  it('are between the powers of ten of a long axis', () => {
    expect(logMarks([12, 900], [null, null], 300)?.marks).toEqual([10, 20, 50, 100, 200, 500, 1000])
    expect(logMarks([12, 900], [null, null], 180)).toBeUndefined()
    expect(logMarks([1, 10_000], [null, null], 2000)).toBeUndefined()
  })

  it('enclose all values, with at least one tick between different ends', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-9, max: 1e15, noNaN: true }),
        fc.double({ min: 1, max: 29, noNaN: true }),
        (low, ratio) => {
          const found = of([low, low * ratio])
          expect(found?.min).toBeLessThanOrEqual(low)
          expect(found?.max).toBeGreaterThanOrEqual(low * ratio)
          expect(found?.marks.length).toBeGreaterThanOrEqual(2)
        },
      ),
    )
  })
})

it.each([
  [[0.02, 900], [null, null], { min: 0.01, max: undefined, decades: 5 }],
  [[0.02, 900], [-1, 5000], { min: 0.01, max: 5000, decades: 5 }],
  [[130, 900], [null, null], { min: 100, max: 1000, decades: 1, marks: [100, 200, 500, 1000] }],
  [[Number.POSITIVE_INFINITY, 0], [null, null], { min: undefined, max: undefined, decades: 1 }],
] as const)('the log scale of %j with the bounds %j is %j', ([low, high], [least, most], expected) => {
  expect(logScale([low, high], [least, most], 200)).toEqual(expected)
})
