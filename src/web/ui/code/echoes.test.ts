import { describe, expect, it } from 'vitest'
import { createEchoes } from './echoes.ts'

/** Types `typed` letter by letter, while the returned values always lag `behind` letters. */
function typeWith(behind: number, typed: string): string {
  const { given, isNews } = createEchoes()
  let text = ''
  given(text)
  const texts = [text]
  const see = (value: string | undefined) => {
    if (value === undefined || !isNews(value, text)) return
    text = value
    given(text)
  }
  for (const letter of typed) {
    text += letter
    given(text)
    texts.push(text)
    see(texts[texts.length - 1 - behind])
  }
  for (const value of texts.slice(-behind)) see(value)
  return text
}

describe('a value passed to an editor', () => {
  it.each([0, 1, 2, 5])('is not new if it was typed %i letters ago', (behind) => {
    expect(typeWith(behind, 'SUM(delay) / 60')).toBe('SUM(delay) / 60')
  })

  it('is not new if letters were deleted in the meantime, or if some values were skipped', () => {
    const { given, isNews } = createEchoes()
    for (const text of ['', 'a', 'ab', 'a', 'ac']) given(text)
    expect(['', 'a', 'ab', 'a'].map((value) => isNews(value, 'ac'))).toEqual([false, false, false, false])
    expect(isNews('ac', 'ac')).toBe(false)
  })

  it('is new if it comes from outside, even if it was typed before', () => {
    const { given, isNews } = createEchoes()
    for (const text of ['', 'a', 'ab']) given(text)
    expect(isNews('x', 'ab')).toBe(true)
    given('x')
    expect(isNews('x', 'x')).toBe(false)
    expect(isNews('a', 'x')).toBe(true)
  })
})
