import { describe, expect, it } from 'vitest'
import { GenericType } from './dataset.ts'
import { columnProfiles, histogramOf, type ProfileAnswer } from './profile.ts'

describe('a histogram', () => {
  it('has ranges of equal width, with the largest value in the last', () => {
    const values = Array.from({ length: 101 }, (_, at) => at)
    const { counts, ...ends } = histogramOf(values, GenericType.numeric) as { counts: number[] }
    expect(ends).toEqual({ kind: 'ranges', low: 0, high: 100 })
    expect([counts.length, counts[0], counts.at(-1)]).toEqual([20, 5, 6])
    expect(counts.reduce((sum, count) => sum + count)).toBe(101)
  })

  it.each([
    ['one value', [7, 7, null], { kind: 'ranges', low: 7, high: 7, counts: [2] }],
    ['few whole numbers', [1, 3, 3, 4], { kind: 'ranges', low: 1, high: 4, counts: [1, 0, 2, 1] }],
    ['texts of numbers', ['3', '3'], { kind: 'ranges', low: 3, high: 3, counts: [2] }],
    ['no value', [null], { kind: 'values', bars: [] }],
  ])('of %s', (_case, values, histogram) => {
    expect(histogramOf(values, GenericType.numeric)).toEqual(histogram)
  })

  it('does not overflow at the ends of the numbers', () => {
    const { counts } = histogramOf([-Number.MAX_VALUE, 0, Number.MAX_VALUE], GenericType.numeric) as {
      counts: number[]
    }
    expect([counts[0], counts[10], counts[19]]).toEqual([1, 1, 1])
  })

  it('has the most frequent values of texts', () => {
    const values = ['a', 'b', 'b', null, ...'cdefg']
    expect(histogramOf(values, GenericType.string)).toEqual({
      kind: 'values',
      bars: [{ label: 'b', count: 2 }, ...['a', 'c', 'd', 'e'].map((label) => ({ label, count: 1 }))],
    })
  })
})

it('a profile counts nulls and lists unknown values', () => {
  const answer = {
    columns: [
      { name: 'amount', type: 'DOUBLE', type_generic: GenericType.numeric },
      { name: 'shape', type: 'JSON', type_generic: null },
    ],
    row_count: 10,
    sampled: 'random',
    totals: [
      { colnames: ['count 0', 'min 0', 'max 0', 'count 1'], columns: [[8], [1.5], [9], [10]] },
      { colnames: ['distinct 0'], columns: [[2]] },
      { colnames: ['distinct 0'], columns: [[3]] },
    ],
    sample: {
      colnames: ['amount', 'shape'],
      columns: [
        [1, 2],
        ['{}', '{}'],
      ],
    },
  } as unknown as ProfileAnswer
  expect(columnProfiles(answer)).toMatchObject([
    { name: 'amount', nulls: 2, distinct: 3, min: 1.5, max: 9 },
    { name: 'shape', nulls: 0, distinct: null, min: null, max: null },
  ])
})

it('distinct values are exact if the sample has all rows, and never more than the values', () => {
  const answer = {
    columns: [{ name: 'day', type: 'DATE', type_generic: GenericType.temporal }],
    row_count: 3,
    is_distinct_approximate: true,
    totals: [{ colnames: ['count 0', 'distinct 0'], columns: [[3], [5]] }],
    sample: { colnames: ['day'], columns: [[1, 1, 2]] },
  }
  const distinct = (sampled: string) =>
    columnProfiles({ ...answer, sampled } as unknown as ProfileAnswer).map((column) => column.distinct)
  expect([distinct('all'), distinct('random')]).toEqual([[2], [3]])
})
