import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import { texts } from './texts.ts'

const say = createIntl({ locale: 'en' }).formatMessage

it.each([
  [1, 3, '1 of 3 rows has no valid place', '1 of 3 rows has a shape too large to draw'],
  [2, 3, '2 of 3 rows have no valid place', '2 of 3 rows have shapes too large to draw'],
  [1, 1, '1 of 1 row has no valid place', '1 of 1 row has a shape too large to draw'],
  [2000, 3000, '2,000 of 3,000 rows have no valid place', '2,000 of 3,000 rows have shapes too large to draw'],
])('%i of %i rows are counted in one and in many', (count, rows, noPlace, tooLarge) => {
  expect(say(texts.noPlace, { missing: count, rows })).toBe(noPlace)
  expect(say(texts.tooLarge, { tooLarge: count, rows })).toBe(tooLarge)
})
