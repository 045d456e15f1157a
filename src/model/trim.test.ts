import { expect, it } from 'vitest'
import { trimmedBoth, trimmedEnd } from './trim.ts'

it.each([
  ['SELECT 1 ;; \n', 'SELECT 1', 'SELECT 1'],
  [' ; a ; b', ' ; a ; b', 'a ; b'],
  [';;', '', ''],
  ['', '', ''],
])('%j', (text, atEnd, atBoth) => {
  expect([trimmedEnd(text, /[;\s]/), trimmedBoth(text, /[;\s]/)]).toEqual([atEnd, atBoth])
})

it('walks through a long text once', () => {
  const started = performance.now()
  const text = `1${'\t'.repeat(1_000_000)}!`
  expect(trimmedBoth(text, /[\t\n]/)).toBe(text)
  expect(trimmedEnd(text, /\s/)).toBe(text)
  expect(performance.now() - started).toBeLessThan(1000)
})
