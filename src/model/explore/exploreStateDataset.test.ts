import { expect, it } from 'vitest'
import type { ControlRule } from './exploreState.ts'
import { toDataset } from './exploreStateDataset.ts'

const rule = (name: string, kind: string): ControlRule => ({ name, kind, label: name, query: true })
const rules = [
  rule('x_axis', 'column'),
  rule('groupby', 'columns'),
  rule('metrics', 'metrics'),
  rule('metric', 'metric'),
  rule('adhoc_filters', 'adhocFilters'),
  rule('order_by_cols', 'select'),
  rule('row_limit', 'select'),
]
const names = { columns: ['origin', 'when'], metrics: ['count'], temporalColumns: ['when'] }
const simple = (column_name: string) => ({ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name } })
const sql = { expressionType: 'SQL', sqlExpression: 'SUM(gone)' }
const moved = (form: Record<string, unknown>) => toDataset(form, '2__table', rules, names)

it('keeps columns that the dataset has, and SQL unchanged', () => {
  const { form, kept } = moved({
    datasource: '1__table',
    viz_type: 'pie',
    x_axis: 'when',
    groupby: ['origin', 'gone', { expressionType: 'SQL', sqlExpression: 'upper(gone)' }],
    metrics: ['count', 'gone', simple('origin'), simple('gone'), sql],
    metric: 'gone',
    adhoc_filters: [
      { expressionType: 'SIMPLE', subject: 'gone' },
      { expressionType: 'SIMPLE', subject: 'origin' },
      { expressionType: 'SQL', sqlExpression: 'gone > 1' },
    ],
    order_by_cols: ['["gone", true]', '["origin", false]'],
    row_limit: 50,
  })
  expect(form).toEqual({
    datasource: '2__table',
    viz_type: 'pie',
    x_axis: 'when',
    groupby: ['origin', { expressionType: 'SQL', sqlExpression: 'upper(gone)' }],
    metrics: ['count', simple('origin'), sql],
    adhoc_filters: [
      { expressionType: 'SIMPLE', subject: 'origin' },
      { expressionType: 'SQL', sqlExpression: 'gone > 1' },
    ],
    order_by_cols: ['["origin", false]'],
    row_limit: 50,
  })
  expect(kept).toEqual(['x_axis', 'groupby', 'metrics', 'adhoc_filters', 'order_by_cols'])
})

it('uses the dataset’s main time column if the axis was lost', () => {
  expect(moved({ x_axis: 'gone' }).form['x_axis']).toBe('when')
  expect(moved({ groupby: ['gone'] })).toEqual({ form: { datasource: '2__table', groupby: [] }, kept: [] })
})
