import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markedLines } from './lineDiff.ts'

const signs = { same: ' ', added: '+', removed: '-' }
const told = (before: string, after: string) =>
  markedLines(before, after).map(({ mark, text }) => `${signs[mark]}${text}`)

describe('marked lines', () => {
  it.each([
    ['a\nb', 'a\nb', [' a', ' b']],
    ['a\nb', 'a\nb\nc', [' a', ' b', '+c']],
    ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
    ['', 'a', ['+a']],
    ['a', '', ['-a']],
    ['a\nb\nc\nd', 'b\nc\na\nd', ['-a', ' b', ' c', '+a', ' d']],
  ])('%j to %j', (before, after, lines) => expect(told(before, after)).toEqual(lines))

  it('hold both texts whole', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 2, maxLength: 12 })
      .map((all) => all.join('\n'))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = markedLines(before, after)
        const without = (mark: string) => lines.filter((line) => line.mark !== mark).map((line) => line.text)
        expect([without('added').join('\n'), without('removed').join('\n')]).toEqual([before, after])
      }),
    )
  })
})
