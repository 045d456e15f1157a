import { expect, it } from 'vitest'
import { longestTimeoutMs } from './longestFirst.ts'

it.each([
  ['no test states a time', `it('is quick', () => { expect(round(1_000)).toBe(1) })`, 0],
  ['a test does', `it('is slow', async () => {\n  await work()\n}, 240_000)`, 240_000],
  [
    'as formatted on several lines',
    `it.skipIf(no)(\n  'is slow',\n  async () => {\n    await work()\n  },\n  90_000,\n)`,
    90_000,
  ],
  ['the longest counts', `beforeAll(() => {\n}, 60_000)\nit('a', () => {\n}, 600_000)`, 600_000],
])('the longest time of a file, if %s', (_what, text, expected) => {
  expect(longestTimeoutMs(text)).toBe(expected)
})
