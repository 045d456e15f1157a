import fc from 'fast-check'
import { expect, it } from 'vitest'
import { distinctText, EMPTY_TEXT, markedText, NULL_TEXT, sentValue, unmarkedText } from './markedText.ts'

it.each([
  [null, '<NULL>'],
  ['', '<empty string>'],
  ['<NULL>', '"<NULL>"'],
  ['"<NULL>"', '""<NULL>""'],
  ['<empty string>', '"<empty string>"'],
  ['N/A', 'N/A'],
  ['"quoted"', '"quoted"'],
  ['"', '"'],
  [5, '5'],
])('%j is written %s', (value, text) => {
  expect(markedText(value)).toBe(text)
  expect(unmarkedText(text)).toBe(value === 5 ? '5' : value)
})

const near = fc.stringMatching(/^"{0,3}(<NULL>|<empty string>|a)?"{0,3}$/)

it('no two values are written in the same way, and each is read back', () => {
  const value = fc.option(fc.oneof(near, fc.string()), { nil: null })
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(unmarkedText(markedText(one))).toBe(one)
      expect(markedText(one) === markedText(other)).toBe(one === other)
      if (one !== null) expect(unmarkedText(sentValue(one))).toBe(one)
    }),
  )
})

it('other markers stay distinct as well', () => {
  expect(distinctText('N/A', ['N/A'])).toBe('"N/A"')
  expect(distinctText(NULL_TEXT, ['N/A'])).toBe(NULL_TEXT)
  expect(distinctText(EMPTY_TEXT, ['N/A'])).toBe(EMPTY_TEXT)
})
