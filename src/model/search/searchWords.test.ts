import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forgivenErrors, queryWords, typingErrors, variantsOf, wordsOf } from './searchWords.ts'

describe('the words of a text', () => {
  it.each([
    ['Revenue by region', ['revenue', 'by', 'region']],
    ['order_date, ship-date', ['order', 'date', 'ship']],
    ['orderDate', ['orderdate', 'order', 'date']],
    ['MySQL 8', ['mysql', 'my', 'sql', '8']],
    ['Über Straße', ['uber', 'strasse']],
    ['Café, CAFÉ', ['cafe']],
    ['売上高', ['売上', '上高']],
    ['売上2024年', ['売上', '2024', '年']],
    ['Выручка', ['выручка']],
    ['  %_\'"\\ ', []],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it.each([
    ['orderDate', ['order', 'date']],
    ['売上高', ['売上', '上高']],
    ['a b a', ['a', 'b']],
  ])('searched: %s', (text, words) => {
    expect(queryWords(text)).toEqual(words)
  })

  it('are found by the text itself, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = new Set(wordsOf(text))
        expect(queryWords(text).every((word) => words.has(word))).toBe(true)
      }),
    )
  })
})

describe('typing errors', () => {
  it.each([
    ['revenue', 'revenue', 0],
    ['reveneu', 'revenue', 1],
    ['revnue', 'revenue', 1],
    ['revvenue', 'revenue', 1],
    ['revanue', 'revenue', 1],
    ['dahsbaord', 'dashboard', 2],
    ['sales', 'orders', 4],
  ])('%s for %s: %i', (typed, word, errors) => {
    expect(typingErrors(typed, word, false)).toBe(errors)
  })

  it('does not count letters that have not been typed yet', () => {
    expect([typingErrors('dahsb', 'dashboard', true), typingErrors('dahsb', 'dashboard', false)]).toEqual([1, 5])
  })

  const letters = fc.string({ unit: fc.constantFrom(...'abcdeé'), minLength: 4, maxLength: 14 })
  const edits = fc.array(
    fc.record({
      kind: fc.constantFrom('leave', 'add', 'replace', 'swap'),
      at: fc.nat(20),
      by: fc.constantFrom(...'abx'),
    }),
    { minLength: 1, maxLength: 2 },
  )

  const edited = (word: string, { kind, at, by }: { kind: string; at: number; by: string }): string => {
    const place = at % word.length
    const [start, rest] = [word.slice(0, place), word.slice(place)]
    if (kind === 'leave') return start + rest.slice(1)
    if (kind === 'add') return start + by + rest
    if (kind === 'replace') return start + by + rest.slice(1)
    return start + (rest[1] ?? '') + (rest[0] ?? '') + rest.slice(2)
  }

  it('share a variant if the errors are within the limit', () => {
    fc.assert(
      fc.property(letters, edits, (word, changes) => {
        const typed = changes.reduce(edited, word)
        const errors = typingErrors(typed, word, false)
        if (errors > Math.min(forgivenErrors(typed), forgivenErrors(word))) return
        const known = new Set(variantsOf(word))
        expect(
          variantsOf(typed).some((variant) => known.has(variant)),
          `${typed} for ${word}`,
        ).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('in numbers and short words are not accepted', () => {
    expect(['2024', 'q3', 'abc', '売上'].map(forgivenErrors)).toEqual([0, 0, 0, 0])
  })
})
