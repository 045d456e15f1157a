import { expect, it } from 'vitest'
import type { PostProcessingStep } from '../../model/query/queryObject.ts'
import type { Frame } from '../frame.ts'
import { runSteps } from './index.ts'

const frame: Frame = {
  rowCount: 2,
  columns: [
    { name: 'at', type: 'time', values: [0, 86_400_000] },
    { name: 'g', type: 'text', values: ['a', 'b'] },
    { name: 'n', type: 'int', values: [1, 2] },
  ],
}
const pivot = { index: ['at'], columns: ['g'], aggregates: { n: { operator: 'mean' } } }
const rolling = { columns: { n: 'n' }, rolling_type: 'mean', window: 1 }

it.each<[string, Record<string, unknown>]>([
  ['pivot', { ...pivot, column_fill_value: { a: 1 } }],
  ['pivot', { ...pivot, metric_fill_value: [0] }],
  ['pivot', { ...pivot, marginal_distribution_name: 5 }],
  ['pivot', { ...pivot, index: { at: 1 } }],
  ['pivot', { ...pivot, keep_missing_index: 'yes' }],
  ['flatten', { drop_levels: { a: 1 } }],
  ['flatten', { drop_levels: [[0]] }],
  ['flatten', { reset_index: 'yes' }],
  ['rename', { columns: { n: 'm' }, inplace: 'yes' }],
  ['rename', { columns: ['n'] }],
  ['rolling', { ...rolling, min_periods: '1' }],
  ['rolling', { ...rolling, window: '1' }],
  ['sort', { by: ['n'], ascending: 'yes' }],
  ['sort', { by: ['n'], ascending: [{}] }],
  ['sort', { by: 5 }],
  ['boxplot', { groupby: ['g'], metrics: ['n'], whisker_type: 'tukey', percentiles: 'all' }],
  ['contribution', { columns: 5 }],
  ['select', { columns: { n: 1 } }],
])('%s refuses an option of another type: %j', (operation, options) => {
  const outcome = runSteps(frame, [{ operation, options } as PostProcessingStep])
  expect(outcome).toEqual({ ok: false, error: { message: expect.stringMatching(/must be|must map|not available/) } })
})

it('ignores options that it does not know, as the contract does', () => {
  const step = { operation: 'sort', options: { columns: ['n'] } } as PostProcessingStep
  expect(runSteps(frame, [step])).toEqual({ ok: true, value: frame })
})

it.each([
  [true, ['a', null], [1, 2]],
  [false, ['a'], [1]],
])('pivot keeps the row of a missing index: %s', (keep_missing_index, index, values) => {
  const gaps: Frame = { ...frame, columns: [{ name: 'g', type: 'text', values: ['a', null] }, frame.columns[2]!] }
  const options = { index: ['g'], aggregates: { n: { operator: 'mean' } }, keep_missing_index }
  const outcome = runSteps(gaps, [{ operation: 'pivot', options }])
  expect(outcome).toMatchObject({ ok: true, value: { index: { values: [index] }, columns: [{ values }] } })
})
