import { describe, expect, it } from 'vitest'
import { leftDrafts } from './leftDrafts.ts'

const kept = (key: string, keptAt: number, subject = '1') => ({ key, subject, draft: { keptAt } })
const many = (count: number, subjectOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => kept(`d${index}`, index, subjectOf(index)))

describe('drafts of closed editors', () => {
  it.each<[string, ReturnType<typeof kept>[], string[], string[], string[]]>([
    ['none', [], [], [], []],
    ['the newest first', [kept('old', 1), kept('new', 3), kept('middle', 2)], [], ['new', 'middle', 'old'], []],
    ['none of an editor that is open', [kept('open', 3), kept('gone', 2)], ['open', 'other'], ['gone'], []],
    ['none of another subject', [kept('other', 3, '2'), kept('own', 2)], [], ['own'], []],
    ['five of one subject', many(7, () => '1'), [], ['d6', 'd5', 'd4', 'd3', 'd2'], ['d1', 'd0']],
    ['open editors do not count', many(7, () => '1'), ['d6', 'd5'], ['d4', 'd3', 'd2', 'd1', 'd0'], []],
    ['twenty of all', many(22, (index) => String(index)), [], [], ['d1', 'd0']],
  ])('%s', (_, all, living, offered, tooMany) => {
    const found = leftDrafts(all, '1', new Set(living))
    // in the last case, the draft of subject 1 is one of the surplus drafts
    expect(found.offered.map(({ key }) => key)).toEqual(offered)
    expect(found.tooMany).toEqual(tooMany)
  })
})

const keptOf = (key: string, subject: string, keptAt: number) => ({ key, subject, draft: { keptAt } })

it('offers the drafts of closed editors, newest first, and none of another subject', () => {
  const all = [
    keptOf('a', 'chart.1', 1),
    keptOf('b', 'chart.1', 3),
    keptOf('c', 'chart.2', 2),
    keptOf('d', 'chart.1', 4),
  ]
  const { offered, tooMany } = leftDrafts(all, 'chart.1', new Set(['d']))
  expect(offered.map(({ key }) => key)).toEqual(['b', 'a'])
  expect(tooMany).toEqual([])
})

it('the oldest of more than five drafts of one subject, or of more than twenty in all, are surplus', () => {
  const ofOne = Array.from({ length: 7 }, (_, at) => keptOf(`one${at}`, 'chart.1', 100 + at))
  expect(leftDrafts(ofOne, 'chart.1', new Set()).tooMany).toEqual(['one1', 'one0'])
  const ofMany = Array.from({ length: 22 }, (_, at) => keptOf(`many${at}`, `chart.${at}`, at))
  expect(leftDrafts(ofMany, 'chart.1', new Set()).tooMany).toEqual(['many1', 'many0'])
})
