import { expect, it } from 'vitest'
import { droppedParts } from './droppedParts.ts'

const parts = (columns: string[], metrics: string[] = []) => ({
  columns: columns.map((column_name) => ({ column_name })),
  metrics: metrics.map((metric_name) => ({ metric_name })),
})

it.each([
  ['nothing is removed', parts(['a'], ['m']), parts(['a', 'b'], ['m', 'n']), undefined],
  ['only spaces are added to a name', parts(['a']), parts([' a ']), undefined],
  ['a column is removed', parts(['a', 'b']), parts(['b']), { columns: ['a'], metrics: [] }],
  ['a column is renamed', parts(['a']), parts(['A']), { columns: ['a'], metrics: [] }],
  ['a metric is removed', parts([], ['m']), parts([]), { columns: [], metrics: ['m'] }],
])('the dropped names if %s', (_case, before, after, dropped) => {
  expect(droppedParts(before, after)).toEqual(dropped)
})

it('contains the columns that a new source lacks', () => {
  const loss = { columns: ['b'], calculated: [], metrics: [] }
  expect(droppedParts(parts(['a', 'b']), parts(['a', 'b']), loss)).toEqual({ columns: ['b'], metrics: [] })
})
