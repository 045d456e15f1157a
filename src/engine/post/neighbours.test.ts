import { expect, it } from 'vitest'
import type { PostProcessingStep } from '../../model/query/queryObject.ts'
import type { Cell, CellType, Column, Frame } from '../frame.ts'
import { runSteps } from './index.ts'

/** Inputs that the test vectors do not contain, with the results of Apache Superset. */

const DAY = 86_400_000
const frame = (...columns: [name: string, type: CellType, values: Cell[]][]): Frame => ({
  columns: columns.map(([name, type, values]): Column => ({ name, type, values })),
  rowCount: columns[0]?.[2].length ?? 0,
})
const days = (count: number): Cell[] => Array.from({ length: count }, (_, at) => at * DAY)
const mean = { operator: 'mean' }
const step = (operation: string, options: Record<string, unknown> = {}): PostProcessingStep => ({ operation, options })

type Table = [name: string, type: CellType, ...values: Cell[]][]
it.each<[string, Frame, PostProcessingStep[], Table]>([
  [
    'rolling: a large value leaves no trace behind it',
    frame(['y', 'float', [1e10, 146.9906, 2.25, 7]]),
    [step('rolling', { columns: { y: 'y' }, rolling_type: 'sum', window: 3, min_periods: 0 })],
    [['y', 'float', 1e10, 10000000146.9906, 10000000149.2406, 156.2406]],
  ],
  [
    'resample: the mean of one infinite value is that, and what follows it is lost',
    frame(['at', 'time', days(4)], ['y', 'float', [1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1]]),
    [step('pivot', { index: ['at'], aggregates: { y: mean } }), step('resample', { rule: '2D', method: 'mean' })],
    [['y', 'float', Number.POSITIVE_INFINITY, null]],
  ],
  [
    'rolling: a window without values counts 0, if it has enough rows',
    frame(['y', 'float', [null, null, 5]]),
    [step('rolling', { columns: { y: 'y' }, rolling_type: 'count', window: 2, min_periods: 1 })],
    [['y', 'float', 0, 1]],
  ],
  [
    'resample: the median of equal infinities is infinite',
    frame(['at', 'time', days(2)], ['y', 'float', [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]]),
    [step('pivot', { index: ['at'], aggregates: { y: mean } }), step('resample', { rule: '2D', method: 'median' })],
    [['y', 'float', Number.POSITIVE_INFINITY]],
  ],
  [
    'resample: whole numbers with a gap become fractional, whatever fills it',
    frame(['at', 'time', [0, 2 * DAY]], ['n', 'int', [1, 3]]),
    [
      step('pivot', { index: ['at'], aggregates: { n: { operator: 'sum' } } }),
      step('resample', { rule: '1D', method: 'linear' }),
    ],
    [['n', 'float', 1, 2, 3]],
  ],
  [
    'sort by values: rows that keep their places lose their numbers',
    frame(['y', 'int', [1, 2]]),
    [step('sort', { by: ['y'] }), step('flatten')],
    [
      ['index', 'int', 0, 1],
      ['y', 'int', 1, 2],
    ],
  ],
  [
    'sort by the index: a list of directions says nothing',
    frame(['y', 'int', [1, 2]]),
    [step('sort', { is_sort_index: true, ascending: [false, true] })],
    [['y', 'int', 1, 2]],
  ],
  [
    'pivot: a metric may name the series as well',
    frame(['g', 'text', ['a', 'b']], ['n', 'int', [1, 2]]),
    [step('pivot', { index: ['g'], columns: ['n'], aggregates: { n: mean } })],
    [
      ['n, 1', 'float', 1, null],
      ['n, 2', 'float', null, 2],
    ],
  ],
  [
    'pivot: combined metrics are of one type, and those without values vanish',
    frame(['g', 'text', ['a', 'b']], ['n', 'int', [1, 2]], ['y', 'float', [0.5, 1]], ['z', 'float', [null, null]]),
    [
      step('pivot', {
        index: ['g'],
        aggregates: { n: { operator: 'sum' }, y: mean, z: mean },
        drop_missing_columns: false,
        combine_value_with_metric: true,
      }),
    ],
    [
      ['n', 'float', 1, 2],
      ['y', 'float', 0.5, 1],
    ],
  ],
  [
    'pivot: combined metrics of a series are of one type, and the name of the totals is sorted among texts',
    frame(['g', 'text', ['X', 'a']], ['s', 'text', ['p', 'p']], ['n', 'int', [1, 2]], ['y', 'float', [0.5, 1]]),
    [
      step('pivot', {
        index: ['g'],
        columns: ['s'],
        aggregates: { n: { operator: 'sum' }, y: mean },
        drop_missing_columns: false,
        marginal_distributions: true,
        marginal_distribution_name: 'Total',
        combine_value_with_metric: true,
      }),
    ],
    [
      ['p, n', 'float', 3, 1, 2],
      ['p, y', 'float', 0.75, 0.5, 1],
    ],
  ],
  [
    'pivot: the value of missing cells also fills the totals',
    frame(['g', 'text', ['a', 'b']], ['s', 'text', ['p', 'q']], ['y', 'float', [1, null]], ['z', 'float', [2, 3]]),
    [
      step('pivot', {
        index: ['g'],
        columns: ['s'],
        aggregates: { y: mean, z: mean },
        metric_fill_value: -1,
        marginal_distributions: true,
        marginal_distribution_name: 'All',
      }),
    ],
    [
      ['y, p', 'int', 1, -1, 1],
      ['y, q', 'int', -1, -1, -1],
      ['y, All', 'float', 1, null, 1],
      ['z, p', 'int', 2, -1, 2],
      ['z, q', 'int', -1, 3, -1],
      ['z, All', 'float', 2, null, 2],
    ],
  ],
  [
    'contribution: a new name of a series has no other levels',
    frame(['g', 'text', ['a']], ['s', 'text', ['p']], ['y', 'float', [4]]),
    [
      step('pivot', { index: ['g'], columns: ['s'], aggregates: { y: mean } }),
      step('contribution', { rename_columns: ['%'] }),
    ],
    [
      ['y, p', 'float', 4],
      ['%, ', 'float', 1],
    ],
  ],
  [
    'histogram of all rows: its only row has a number',
    frame(['y', 'int', [0, 1, 2, 3]]),
    [step('histogram', { column: 'y', bins: 1 }), step('flatten')],
    [
      ['index', 'int', 0],
      ['0.0 - 3.0', 'int', 4],
    ],
  ],
  [
    'contribution: a text column without values stays one',
    frame(['g', 'text', [null, null]], ['n', 'int', [1, 3]]),
    [step('contribution', { orientation: 'column' })],
    [
      ['g', 'text', null, null],
      ['n', 'float', 0.25, 0.75],
    ],
  ],
])('%s', (_, of, steps, table) => {
  const outcome = runSteps(of, steps)
  if (!outcome.ok) throw new Error(outcome.error.message)
  const name = (given: Column['name']) => (typeof given === 'string' ? given : given.join(', '))
  expect(outcome.value.columns.map((column) => [name(column.name), column.type, ...column.values])).toEqual(table)
})

it.each<[PostProcessingStep, string]>([
  [step('cum', { operator: 'SUM', columns: {} }), 'Invalid cumulative operator: SUM'],
  [step('diff', { columns: { none: 'd' }, periods: 'a' }), 'Referenced columns not available in DataFrame.'],
])('%j is refused with "%s"', (given, message) => {
  expect(runSteps(frame(['y', 'int', [1]]), [given])).toEqual({ ok: false, error: { message } })
})
