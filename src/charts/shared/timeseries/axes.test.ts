import { expect, it } from 'vitest'
import { numberFormatter } from '../format/index.ts'
import { leastStep } from './axes.ts'

it.each([
  [',d', 1],
  ['.0f', 1],
  ['$,.2f', 0.01],
  ['.1%', 0.001],
  ['SMART_NUMBER', undefined],
  ['.3s', undefined],
])('marks written %s are at least %s apart', (format, least) => {
  expect(leastStep(numberFormatter(format))).toBe(least)
})
