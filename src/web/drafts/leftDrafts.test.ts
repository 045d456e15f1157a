import { expect, it } from 'vitest'
import { leftDrafts } from './leftDrafts.ts'

const kept = (key: string, subject: string, keptAt: number) => ({ key, subject, draft: { keptAt } })

it('offers the drafts of closed editors, newest first, and none of another subject', () => {
  const all = [kept('a', 'chart.1', 1), kept('b', 'chart.1', 3), kept('c', 'chart.2', 2), kept('d', 'chart.1', 4)]
  const { offered, tooMany } = leftDrafts(all, 'chart.1', new Set(['d']))
  expect(offered.map(({ key }) => key)).toEqual(['b', 'a'])
  expect(tooMany).toEqual([])
})

it('the oldest of more than five drafts of one subject, or of more than twenty in all, are surplus', () => {
  const ofOne = Array.from({ length: 7 }, (_, at) => kept(`one${at}`, 'chart.1', 100 + at))
  expect(leftDrafts(ofOne, 'chart.1', new Set()).tooMany).toEqual(['one1', 'one0'])
  const ofMany = Array.from({ length: 22 }, (_, at) => kept(`many${at}`, `chart.${at}`, at))
  expect(leftDrafts(ofMany, 'chart.1', new Set()).tooMany).toEqual(['many1', 'many0'])
})
