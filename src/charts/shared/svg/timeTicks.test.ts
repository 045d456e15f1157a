import { expect, test } from 'vitest'
import { timeTicks } from './timeTicks.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const labels = (start: string, end: string, most: number) =>
  timeTicks(at(start), at(end), most).map(({ label }) => label)

test.each([
  ['2024-03-04T00:00', '2024-03-05T00:00', 4, ['Mar 4', '06:00', '12:00', '18:00', 'Mar 5']],
  ['2024-01-15T00:00', '2024-06-15T00:00', 5, ['Feb', 'Mar', 'Apr', 'May', 'Jun']],
  ['1999-06-01T00:00', '2004-06-01T00:00', 6, ['2000', '2001', '2002', '2003', '2004']],
])('from %s to %s, at most about %i', (start, end, most, expected) => {
  expect(labels(start, end, most)).toEqual(expected)
})

test.each([
  [Number.NaN, Number.NaN],
  [0, Number.NaN],
  [-8.64e15, 8.64e15],
  [0, Number.POSITIVE_INFINITY],
])('ends for times beyond the calendar: %d to %d', (start, end) => {
  expect(timeTicks(start, end, 5).length).toBeLessThan(20)
})
