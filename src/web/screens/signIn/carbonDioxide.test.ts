import { expect, it } from 'vitest'
import { carbonDioxide } from './carbonDioxide.ts'

it('runs from 315.7 in March 1958 to 416.2 in April 2020', () => {
  expect(carbonDioxide[0]).toBe(315.7)
  expect(carbonDioxide.at(-1)).toBe(416.2)
  expect(carbonDioxide.length).toBe((2020 - 1958) * 12 + 2)
})
