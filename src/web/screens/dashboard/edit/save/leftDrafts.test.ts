import { describe, expect, it } from 'vitest'
import { leftDrafts } from './leftDrafts.ts'

const kept = (key: string, keptAt: number, dashboardId = 1) => ({ key, dashboardId, draft: { keptAt } })
const many = (count: number, dashboardIdOf: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => kept(`d${index}`, index, dashboardIdOf(index)))

describe('drafts of closed editors', () => {
  it.each<[string, ReturnType<typeof kept>[], string[], string[], string[]]>([
    ['none', [], [], [], []],
    ['the newest first', [kept('old', 1), kept('new', 3), kept('middle', 2)], [], ['new', 'middle', 'old'], []],
    ['none of an editor that is open', [kept('open', 3), kept('gone', 2)], ['open', 'other'], ['gone'], []],
    ['none of another dashboard', [kept('other', 3, 2), kept('own', 2)], [], ['own'], []],
    ['five of one dashboard', many(7, () => 1), [], ['d6', 'd5', 'd4', 'd3', 'd2'], ['d1', 'd0']],
    ['open editors do not count', many(7, () => 1), ['d6', 'd5'], ['d4', 'd3', 'd2', 'd1', 'd0'], []],
    ['twenty of all', many(22, (index) => index), [], [], ['d1', 'd0']],
  ])('%s', (_, all, living, offered, tooMany) => {
    const found = leftDrafts(all, 1, new Set(living))
    // dashboard 1 is among the surplus drafts of the last case
    expect(found.offered.map(({ key }) => key)).toEqual(offered)
    expect(found.tooMany).toEqual(tooMany)
  })
})
