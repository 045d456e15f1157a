import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markedLines, mergeLines } from './lineDiff.ts'

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

  it('contain both texts completely', () => {
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

it('treats texts that differ in thousands of lines as changed from the first to the last different line', () => {
  const lines = (mark: string) =>
    Array.from({ length: 3000 }, (_, at) => (at % 2 === 0 ? `same ${at}` : `${mark} ${at}`))
  const [before, after] = [lines('old'), lines('new')].map((all) => ['first', ...all, 'last'].join('\n'))
  const marked = markedLines(before ?? '', after ?? '')
  expect(marked.filter(({ mark }) => mark === 'same').map(({ text }) => text)).toEqual(['first', 'same 0', 'last'])
})

describe('two versions of a text in one', () => {
  it.each([
    ['another line each', 'x\nb\nc', 'a\nb\ny', 'a\nb\nc', 'x\nb\ny'],
    ['before and after', 'x\na', 'a\ny', 'a', 'x\na\ny'],
    ['added and removed', 'a\nx\nb\nc\nd', 'a\nb\nc', 'a\nb\nc\nd', 'a\nx\nb\nc'],
    ['only theirs', 'x', 'a', 'a', 'x'],
    ['the same in both', 'a\nx', 'a\nx', 'a', 'a\nx'],
    ['the same, and one more', 'x\nb\nc\ny', 'x\nb\nc', 'a\nb\nc', 'x\nb\nc\ny'],
    ['the same line', 'x\nb', 'y\nb', 'a\nb', undefined],
    ['neighbours', 'x\nb', 'a\ny', 'a\nb', undefined],
    ['two ends', 'a\nx', 'a\ny', 'a', undefined],
    ['removed and changed', '', 'a\nx', 'a\nb', undefined],
    ['two beginnings', 'x', 'y', '', undefined],
    ['removed and emptied', 'c\na\na', '\nc', 'a\nc', undefined],
  ])('%s', (_what, theirs, mine, base, merged) => {
    expect(mergeLines(theirs, mine, base)).toBe(merged)
    expect(mergeLines(mine, theirs, base)).toBe(merged)
  })

  /**
   * A base text of distinct lines, and a change by one side to some of them. A `fence` line between them is not changed
   * by anyone.
   */
  const apart = fc.array(
    fc.record({ whose: fc.constantFrom('theirs', 'mine'), what: fc.constantFrom('keep', 'change', 'remove', 'add') }),
    { minLength: 1, maxLength: 12 },
  )

  it('contains the changes of both sides, and nothing else, if they do not touch', () => {
    fc.assert(
      fc.property(apart, (steps) => {
        const side = (of: string[]) =>
          steps
            .flatMap(({ whose, what }, at) => {
              const isDone = of.includes(whose)
              if (!isDone || what === 'keep') return [`line ${at}`, `fence ${at}`]
              if (what === 'remove') return [`fence ${at}`]
              return what === 'add' ? [`line ${at}`, `new ${at}`, `fence ${at}`] : [`changed ${at}`, `fence ${at}`]
            })
            .join('\n')
        expect(mergeLines(side(['theirs']), side(['mine']), side([]))).toBe(side(['theirs', 'mine']))
      }),
      { numRuns: 1000 },
    )
  })

  it('loses no line that either side added', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { minLength: 2, maxLength: 10 })
    const text = lines.map((all) => all.join('\n'))
    fc.assert(
      fc.property(text, text, text, (base, theirs, mine) => {
        const merged = mergeLines(theirs, mine, base)
        expect(mergeLines(mine, theirs, base)).toBe(merged)
        if (merged === undefined) return
        const [left, right] = [markedLines(base, theirs), markedLines(base, mine)]
        for (const line of ['a', 'b', 'c', 'd']) {
          const count = (of: typeof left, mark: string) =>
            of.filter((each) => each.text === line && each.mark === mark).length
          const past = base.split('\n').filter((each) => each === line).length
          const added = Math.max(count(left, 'added'), count(right, 'added'))
          const removed = count(left, 'removed') + count(right, 'removed')
          const held = merged.split('\n').filter((each) => each === line).length
          expect(held).toBeGreaterThanOrEqual(past - removed + added)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
