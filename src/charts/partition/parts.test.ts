import { describe, expect, it } from 'vitest'
import { flatBranches } from '../shared/hierarchy.ts'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { prune, readParts } from './parts.ts'
import type { PartitionForm } from './query.ts'

const saved = { viz_type: 'partition', groupby: ['g', 'h'], metrics: ['n'], datasource: '1__table' }
const data = answer({
  day: [2, [0, 0, 1, 1]],
  g: [1, ['a', 'b', 'a', 'a']],
  h: [1, ['x', 'x', 'x', 'y']],
  n: [0, [10, 20, 40, 30]],
})
const input = (more: Record<string, unknown> = {}) =>
  drawInput(openSaved({ ...saved, ...more })!.formData as PartitionForm, [data])
const values = (more?: Record<string, unknown>) =>
  flatBranches(readParts(input(more))).map(({ path, sums }) => [path.join('/'), sums[0]])

describe('values of blocks', () => {
  it('are the sums of their parts', () => {
    expect(values()).toEqual([
      ['', 100],
      ['a', 80],
      ['a/x', 50],
      ['a/y', 30],
      ['b', 20],
      ['b/x', 20],
    ])
  })
  it.each([
    ['agg_mean', 25, 80 / 3],
    ['point_diff', 40, 60],
    ['point_factor', 70 / 30, 7],
    ['point_percent', 70 / 30 - 1, 6],
  ])('%s', (time_series_option, whole, a) => {
    expect(values({ time_series_option }).slice(0, 2)).toEqual([
      ['', whole],
      ['a', a],
    ])
  })
})

it('leaves out the smallest parts', () => {
  const kept = (more: Record<string, unknown>) =>
    flatBranches(prune(input(more).formData, readParts(input(more)))).map(({ path }) => path.join('/'))
  expect(kept({ partition_limit: 1 })).toEqual(['', 'a', 'a/x'])
  expect(kept({ partition_threshold: 0.25 })).toEqual(['', 'a', 'a/x', 'a/y'])
})

it('asks for the time only if it is used', () => {
  const columns = (more: object) =>
    contextOfSaved({ formData: { ...saved, ...more }, datasource: { ...noDatasource, mainDttmCol: 'at' } })?.queries[0]
      ?.columns
  expect(columns({})).toEqual(['g', 'h'])
  expect(columns({ time_series_option: 'agg_sum' })).toMatchObject([{ label: 'at', columnType: 'BASE_AXIS' }, 'g', 'h'])
})
