import { expect, it } from 'vitest'
import { processorMs } from '../testing/processorMs.ts'
import { trimmedBoth, trimmedEnd } from './trim.ts'

it.each([
  ['SELECT 1 ;; \n', 'SELECT 1', 'SELECT 1'],
  [' ; a ; b', ' ; a ; b', 'a ; b'],
  [';;', '', ''],
  ['', '', ''],
])('%j', (text, atEnd, atBoth) => {
  expect([trimmedEnd(text, /[;\s]/), trimmedBoth(text, /[;\s]/)]).toEqual([atEnd, atBoth])
})

it('processes a long text in one pass', () => {
  const text = `1${'\t'.repeat(1_000_000)}!`
  const took = processorMs(() => {
    expect(trimmedBoth(text, /[\t\n]/)).toBe(text)
    expect(trimmedEnd(text, /\s/)).toBe(text)
  })
  expect(took).toBeLessThan(1000)
})
