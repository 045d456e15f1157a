import { expect, it } from 'vitest'
import { waysOut } from './waysOut.ts'

const names = new Set(['row_limit', 'limit', 'time_grain_sqla', 'groupby'])
const form = { row_limit: 10_000, groupby: ['channel', 'region'], time_grain_sqla: 'P1D' }

it('offers a limit that holds all rows, fewer series and a coarser grain', () => {
  expect(waysOut(form, names, 14_235)).toEqual([
    { kind: 'limit', limit: 50_000, controls: { row_limit: 50_000 } },
    { kind: 'series', series: 10, controls: { limit: 10 } },
    { kind: 'grain', name: 'Week', controls: { time_grain_sqla: 'P1W' } },
  ])
})

it.each<[string, Record<string, unknown>, Set<string>, number, string[]]>([
  ['no series without dimensions', { ...form, groupby: [] }, names, 100, ['limit', 'grain']],
  ['no series where there are few', { ...form, limit: 5 }, names, 100, ['limit', 'grain']],
  ['no coarser grain than a year', { ...form, time_grain_sqla: 'P1Y' }, names, 100, ['limit', 'series']],
  ['only what the type has', form, new Set(['row_limit']), 100, ['limit']],
])('%s', (_name, given, controls, all, kinds) => {
  expect(waysOut(given, controls, all).map(({ kind }) => kind)).toEqual(kinds)
})

it('raises the limit beyond those of the list', () => {
  expect(waysOut(form, new Set(['row_limit']), 60_123)).toEqual([
    { kind: 'limit', limit: 60_123, controls: { row_limit: 60_123 } },
  ])
})
