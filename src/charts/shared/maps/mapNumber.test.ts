import { expect, it } from 'vitest'
import { numberFormatter } from '../format/index.ts'
import { mapNumber } from './mapNumber.ts'

it.each([
  ['', 1e308, '1e+308'],
  ['', -1.2345e307, '−1.23e+307'],
  [',.2f', 1e308, '1e+308'],
  [',.2f', -1234.5, '−1,234.50'],
  [',d', 1e21, '1,000,000,000,000,000,000,000'],
  ['.2e', 1e308, '1.00e+308'],
  ['', 0, '0'],
])('in the format "%s", %d is %s', (format, value, expected) =>
  expect(mapNumber(numberFormatter(format), value)).toBe(expected),
)
