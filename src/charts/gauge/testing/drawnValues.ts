import { expect } from 'vitest'
import { answer } from '../../testing/drawInput.ts'
import { plot } from '../../testing/plot.ts'
import type { Check } from '../../testing/values/check.ts'

/** The angle of a pointer is its share of the dial, which ends at twice the largest value. */
export const check: Check = async () => {
  const amounts = [40, 30, 20, 10]
  const rows = [answer({ g: [1, ['a', 'b', 'c', 'd']], m: [0, amounts] })]
  const form = { viz_type: 'gauge_chart', groupby: ['g'], metric: 'm', start_angle: 225, end_angle: -45 }
  const drawn = await plot(form, rows, { size: { width: 600, height: 500 } })
  const [dial] = drawn.series
  const angles = dial!.marks.map(({ rotation }) => (rotation * 180) / Math.PI + 90)
  for (const [at, amount] of amounts.entries()) {
    const wanted = 225 - (270 * amount) / 80
    expect(Math.cos(((angles[at]! - wanted) * Math.PI) / 180)).toBeCloseTo(1, 4)
  }
  expect(drawn.texts.join(' ')).toContain('g: c')
  expect(drawn.texts).toEqual(expect.arrayContaining(['40', '30', '20', '10']))
}
