import { describe, expect, it } from 'vitest'
import { readSeries } from '../shared/legacySeries/readSeries.ts'
import { atOnce } from '../shared/steps.ts'
import { answer } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { comparedWith, groupName, groupsOf } from './groups.ts'
import type { PairedTTestForm } from './query.ts'
import { liftPercent, pairedPValue } from './tTest.ts'

/** Values whose differences from zero have this t statistic. */
function withStatistic(t: number, count: number): number[] {
  const noise = Array.from({ length: count }, (_, at) => at - (count - 1) / 2)
  const variance = noise.reduce((sum, value) => sum + value * value, 0) / (count - 1)
  return noise.map((value) => value + t * Math.sqrt(variance / count))
}
const zeros = (count: number) => Array.from({ length: count }, () => 0)

it('a group is named by the markers of missing values, empty texts and texts that read like them', () =>
  expect(groupName([null, '', '<NULL>', 'null'])).toBe('<NULL>, <empty string>, "<NULL>", null'))

describe('the p-value', () => {
  it.each([0.1, 1, 2.5, 12.706, 100])('has the closed forms of one and two degrees of freedom: t = %d', (t) => {
    expect(pairedPValue(withStatistic(t, 2), zeros(2))).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 10)
    expect(pairedPValue(withStatistic(t, 3), zeros(3))).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 10)
  })

  it.each([
    [2.776_445, 5, 0.05],
    [2.262_157, 10, 0.05],
    [4.604_095, 5, 0.01],
    [1.984_217, 100, 0.05],
    [2.626_405, 100, 0.01],
  ])('agrees with printed tables: t = %d of %d pairs', (t, count, p) =>
    expect(pairedPValue(withStatistic(t, count), zeros(count))).toBeCloseTo(p, 5),
  )

  it('ignores pairs with a missing value, and needs two', () => {
    expect(pairedPValue([1, null, 3, 4], [1.5, 2, 3.2, null])).toBe(pairedPValue([1, 3], [1.5, 3.2]))
    expect(pairedPValue([1, null], [2, 3])).toBeNull()
    expect(pairedPValue([1, 2], [1, 2])).toBeNull()
    expect(pairedPValue([1, 2], [2, 3])).toBe(0)
    expect(pairedPValue([Number.POSITIVE_INFINITY, 2], [2, 3])).toBeNull()
  })
})

it('computes the lift from the sums', () => {
  expect(liftPercent([2, 4, null], [1, 1, 2])).toBe(50)
  expect(liftPercent([1], [0])).toBeNull()
})

describe('the groups', () => {
  const form = openSaved({ viz_type: 'paired_ttest', metrics: ['n'], groupby: ['g'] })?.formData as PairedTTestForm
  const data = answer({
    __timestamp: [2, [2, 1, 1, 2]],
    g: [1, ['a', 'a', 'b', 'b']],
    n: [0, [3, 1, 2, 6]],
  })

  it('are compared with the control at the same times', () => {
    const [groups] = groupsOf(atOnce(readSeries(data, form)), false)
    expect(groups?.series.map(({ values }) => values)).toEqual([
      [1, 3],
      [2, 6],
    ])
    const rows = comparedWith(groups?.series ?? [], 0)
    expect(rows.map(({ isControl, lift }) => [isControl, lift])).toEqual([
      [true, null],
      [false, 100],
    ])
    expect(rows[1]?.pValue).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(2), 10)
  })

  it('are shares of each time with contribution', () => {
    const [groups] = groupsOf(atOnce(readSeries(data, form)), true)
    expect(groups?.series[0]?.values[1]).toBeCloseTo(1 / 3)
  })
})
