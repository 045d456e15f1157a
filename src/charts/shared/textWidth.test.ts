import { expect, it } from 'vitest'
import { cutText, textWidth } from './textWidth.ts'

it.each([
  ['Coffee', 100, 'Coffee'],
  ['Coffee', 34, 'Cof…'],
  ['Coffee and tea', 58, 'Coffee…'],
  ['Coffee', 1, 'C…'],
])('%s in %i px is %s', (text, room, expected) => {
  expect(cutText(text, room)).toBe(expected)
  if (room > 20) expect(textWidth(expected)).toBeLessThanOrEqual(room)
})

it('cuts a text of a million letters in time', () => {
  const started = performance.now()
  expect(cutText('n'.repeat(1_000_000), 60)).toMatch(/^n+…$/)
  expect(performance.now() - started).toBeLessThan(500)
})
