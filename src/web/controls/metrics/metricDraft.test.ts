import { describe, expect, it } from 'vitest'
import type { QueryMetric } from '../../../model/query/queryObject.ts'
import type { ExploreColumn } from '../../api/explore.ts'
import { draftTitle, type MetricDraft, metricDraft, metricOf, sameMetric, simpleAsSql } from './metricDraft.ts'

const delay = { column_name: 'delay', verbose_name: 'Delay, min', type: 'BIGINT' } as ExploreColumn
const columns = [delay]
const simple: QueryMetric = {
  expressionType: 'SIMPLE',
  column: { column_name: 'delay' },
  aggregate: 'AVG',
  label: 'AVG(delay)',
  optionName: 'metric_1',
}

describe('the initial tab of the editor', () => {
  it.each<[string, QueryMetric | undefined, boolean, string]>([
    ['a new metric with saved ones', undefined, true, 'saved'],
    ['a new metric without', undefined, false, 'simple'],
    ['a saved metric', 'count', true, 'saved'],
    ['an aggregate', simple, true, 'simple'],
    ['SQL', { expressionType: 'SQL', sqlExpression: 'SUM(1)' }, true, 'sql'],
    ['the oldest shape', { label: 'count' }, true, 'saved'],
  ])('%s', (_name, metric, hasSaved, way) => {
    expect(metricDraft(metric, hasSaved).way).toBe(way)
  })
})

it.each<[string, QueryMetric | undefined, QueryMetric | undefined, boolean]>([
  ['none and none', undefined, undefined, true],
  ['a saved one and another', 'count', 'sum', false],
  ['an aggregate without its option name', simple, { ...simple, optionName: undefined }, true],
  [
    'an aggregate with all that is known of the column',
    simple,
    { ...simple, column: { ...delay } } as QueryMetric,
    true,
  ],
  ['another aggregate', simple, { ...simple, aggregate: 'MAX' }, false],
  ['another label', simple, { ...simple, label: 'Delay', hasCustomLabel: true }, false],
  ['an aggregate and SQL', simple, { expressionType: 'SQL', sqlExpression: 'AVG(delay)', label: 'AVG(delay)' }, false],
])('%s: equal is %4$s', (_name, one, other, expected) => {
  expect(sameMetric(one, other)).toBe(expected)
})

describe('the metric of a draft', () => {
  const draft = (more: Partial<MetricDraft>): MetricDraft => ({ ...metricDraft(undefined, false), ...more })

  it('is undefined while it is incomplete', () => {
    expect(metricOf(draft({ way: 'saved' }), columns, 'm')).toBeUndefined()
    expect(metricOf(draft({ way: 'simple', column: 'delay' }), columns, 'm')).toBeUndefined()
    expect(metricOf(draft({ way: 'simple', aggregate: 'SUM' }), columns, 'm')).toBeUndefined()
    expect(metricOf(draft({ way: 'sql', sql: ' ' }), columns, 'm')).toBeUndefined()
  })

  it('is the saved metric, the aggregate or the SQL', () => {
    expect(metricOf(draft({ way: 'saved', saved: 'count' }), columns, 'm')).toBe('count')
    expect(metricOf(draft({ way: 'simple', column: 'delay', aggregate: 'SUM' }), columns, 'm')).toMatchObject({
      expressionType: 'SIMPLE',
      column: { column_name: 'delay' },
      aggregate: 'SUM',
      label: 'SUM(Delay, min)',
      hasCustomLabel: false,
      optionName: 'm',
    })
    expect(metricOf(draft({ way: 'sql', sql: 'SUM(delay) ' }), columns, 'm')).toMatchObject({
      expressionType: 'SQL',
      sqlExpression: 'SUM(delay)',
      label: 'SUM(delay)',
    })
  })

  it('keeps a custom label, and drops it if it is cleared', () => {
    const named = draft({ way: 'sql', sql: 'SUM(delay)', label: 'Total' })
    expect(metricOf(named, columns, 'm')).toMatchObject({ label: 'Total', hasCustomLabel: true })
    expect(draftTitle(named, columns)).toBe('Total')
    expect(metricOf({ ...named, label: undefined }, columns, 'm')).toMatchObject({ hasCustomLabel: false })
  })

  it('keeps the properties of a column that the dataset no longer has', () => {
    const lost = metricDraft(simple, true)
    expect(metricOf(lost, [], 'm')).toMatchObject({ column: { column_name: 'delay' }, optionName: 'metric_1' })
  })
})

it('the aggregate of a calculated column is written with its expression', () => {
  const late = { column_name: 'late', expression: 'delay > 15' } as ExploreColumn
  const draft = { ...metricDraft(undefined, false), column: 'late', aggregate: 'MAX' }
  expect(simpleAsSql(draft, [late])).toBe('MAX((delay > 15))')
})

it.each([
  [{ column: 'delay', aggregate: 'AVG' }, 'AVG(delay)'],
  [{ column: 'delay', aggregate: 'COUNT_DISTINCT' }, 'COUNT(DISTINCT delay)'],
  [{ column: 'Delay "x"', aggregate: 'SUM' }, 'SUM("Delay ""x""")'],
  [{ column: 'delay', aggregate: undefined }, 'delay'],
  [{ column: undefined, aggregate: 'SUM' }, ''],
])('%j as SQL', (parts, sql) => {
  expect(simpleAsSql({ ...metricDraft(undefined, false), ...parts }, columns)).toBe(sql)
})
