import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rawDecimals } from './decimals.ts'

describe('decimals of a column of raw numbers', () => {
  it.each([
    [[1, 2, 3], 0],
    [[1.5, 2, null], 1],
    [[1, 0.25, 0.5], 2],
    [[-1.0001, 7], 4],
    [[999_999_999_999.5], 1],
    [[], 0],
  ])('%j has %i', (values, decimals) => expect(rawDecimals(values)).toBe(decimals))

  it.each([[[1 / 3]], [[0.12345]], [[1e12]], [['1.5']], [[0.1 + 0.2 + 1e-8]]])('%j keeps its format', (values) =>
    expect(rawDecimals(values)).toBeUndefined(),
  )

  it('are the most that one of the numbers is written with', () => {
    const number = fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 4 }))
    fc.assert(
      fc.property(fc.array(number, { minLength: 1 }), (parts) => {
        const values = parts.map(([whole, decimals]) => whole / 10 ** decimals)
        const written = values.map((value) => /\.(\d+)/.exec(String(value))?.[1]?.length ?? 0)
        expect(rawDecimals(values)).toBe(Math.max(...written))
      }),
    )
  })
})
