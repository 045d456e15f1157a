import { expect, it } from 'vitest'
import type { ChartData } from '../../../../model/query/chartData.ts'
import { emptyReason } from './emptyReason.ts'

const answer = (rowcount: number) => [{ rowcount, colnames: [] as string[] } as ChartData]
const where = { clause: 'WHERE', expressionType: 'SQL', sqlExpression: 'a > 0' }
const having = { clause: 'HAVING', expressionType: 'SQL', sqlExpression: 'SUM(a) > 0' }

it.each([
  ['nothing of its own', {}, 0, { kind: 'filters' }],
  ['a condition on rows', { adhoc_filters: [where] }, 0, { kind: 'filters' }],
  ['a condition on groups', { adhoc_filters: [where, having] }, 0, { kind: 'condition' }],
  ['a window', { rolling_type: 'mean', min_periods: 7 }, 0, { kind: 'rolling', periods: 7 }],
  ['a window saved as text', { rolling_type: 'sum', min_periods: '3' }, 0, { kind: 'rolling', periods: 3 }],
  ['a window that drops nothing', { rolling_type: 'mean', min_periods: null }, 0, { kind: 'filters' }],
  ['a running total', { rolling_type: 'cumsum', min_periods: 7 }, 0, { kind: 'filters' }],
  ['no window', { rolling_type: 'None', min_periods: 7 }, 0, { kind: 'filters' }],
  ['rows without a column to show', { adhoc_filters: [having] }, 3, { kind: 'values' }],
  ['strange conditions', { adhoc_filters: [null, 'x'] }, 0, { kind: 'filters' }],
])('of a chart with %s', (_what, formData, rows, expected) => {
  expect(emptyReason(formData, answer(rows))).toEqual(expected)
})
