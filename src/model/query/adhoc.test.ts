import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GenericType } from '../dataset/dataset.ts'
import {
  FILTER_OPERATORS,
  type FilterOperatorId,
  isValidAdhocFilter,
  operatorOf,
  operatorsFor,
  withOperator,
} from './adhocFilter.ts'
import { aggregateFor, isValidAdhocMetric, withMetricLabel } from './adhocMetric.ts'
import { defaultMetricLabel } from './labels.ts'
import type { AdhocFilter, AdhocMetric } from './queryObject.ts'

const simple = (more: Partial<AdhocFilter>): AdhocFilter => ({ expressionType: 'SIMPLE', clause: 'WHERE', ...more })

describe('isValidAdhocFilter', () => {
  it.each<[string, AdhocFilter, boolean]>([
    ['IS NULL needs a subject', simple({ operator: 'IS NULL', subject: 'a' }), true],
    ['IS NULL without a subject', simple({ operator: 'IS NULL' }), false],
    ['IS NOT NULL', simple({ operator: 'IS NOT NULL', subject: 'a', comparator: null }), true],
    ['IS TRUE', simple({ operatorId: 'IS_TRUE', operator: '==', subject: 'a', comparator: true }), true],
    ['IS FALSE keeps false', simple({ operatorId: 'IS_FALSE', operator: '==', subject: 'a', comparator: false }), true],
    ['IS TRUE without its value', simple({ operatorId: 'IS_TRUE', operator: '==', subject: 'a' }), false],
    ['a value', simple({ operator: '==', subject: 'a', comparator: 0 }), true],
    ['an empty text is a value', simple({ operator: '==', subject: 'a', comparator: '' }), true],
    ['no value', simple({ operator: '==', subject: 'a', comparator: null }), false],
    ['a list', simple({ operator: 'IN', subject: 'a', comparator: [null] }), true],
    ['an empty list', simple({ operator: 'IN', subject: 'a', comparator: [] }), false],
    ['no operator', simple({ subject: 'a', comparator: 1 }), false],
    ['SQL', { expressionType: 'SQL', clause: 'HAVING', sqlExpression: 'COUNT(*) > 1' }, true],
    ['SQL without text', { expressionType: 'SQL', clause: 'WHERE', sqlExpression: '' }, false],
  ])('%s', (_, filter, valid) => expect(isValidAdhocFilter(filter)).toBe(valid))
})

describe('withOperator', () => {
  it.each<[FilterOperatorId, unknown, unknown]>([
    ['IS_TRUE', 'x', true],
    ['IS_FALSE', null, false],
    ['IS_NULL', ['x'], null],
    ['IN', 'x', ['x']],
    ['IN', undefined, []],
    ['NOT_IN', ['x', 'y'], ['x', 'y']],
    ['EQUALS', ['x', 'y'], 'x'],
    ['EQUALS', [], null],
    ['LIKE', 0, 0],
  ])('%s of %j has %j', (id, comparator, expected) => {
    expect(withOperator(simple({ subject: 'a', comparator }), id)).toMatchObject({
      operator: FILTER_OPERATORS[id].wire,
      comparator: expected,
    })
  })
  it('is recognized', () => {
    const ids = fc.constantFrom(...(Object.keys(FILTER_OPERATORS) as FilterOperatorId[]))
    fc.assert(fc.property(ids, (id) => operatorOf(withOperator(simple({ subject: 'a' }), id)) === id))
  })
})

describe('operatorsFor', () => {
  const column = (more: object) => ({
    name: 'a',
    type: GenericType.string,
    isInteger: false,
    isCalculated: false,
    ...more,
  })
  it('offers only boolean operators for a boolean', () => {
    const offered = operatorsFor(column({ type: GenericType.boolean }), 'WHERE', null)
    expect(offered).toEqual(['IS_NOT_NULL', 'IS_NULL', 'IS_TRUE', 'IS_FALSE'])
  })
  it('offers the latest partition for the partition column only', () => {
    expect(operatorsFor(column({}), 'WHERE', 'a')).toContain('LATEST_PARTITION')
    expect(operatorsFor(column({}), 'WHERE', 'b')).not.toContain('LATEST_PARTITION')
  })
  it('offers true and false for whole numbers and calculated columns', () => {
    expect(operatorsFor(column({ isInteger: true }), 'WHERE', null)).toContain('IS_TRUE')
    expect(operatorsFor(column({ isCalculated: true }), 'WHERE', null)).toContain('IS_TRUE')
    expect(operatorsFor(column({}), 'WHERE', null)).not.toContain('IS_TRUE')
  })
  it('never offers a temporal range as a plain operator', () => {
    expect(operatorsFor(column({ type: GenericType.temporal }), 'WHERE', null)).not.toContain('TEMPORAL_RANGE')
  })
  it('offers comparisons for HAVING', () => {
    expect(operatorsFor(column({}), 'HAVING', 'a').map((id) => FILTER_OPERATORS[id].wire)).toEqual([
      '==',
      '!=',
      '>',
      '<',
      '>=',
      '<=',
    ])
  })
})

describe('adhoc metrics', () => {
  const sum: AdhocMetric = { expressionType: 'SIMPLE', column: { column_name: 'num' }, aggregate: 'SUM' }
  const sql: AdhocMetric = { expressionType: 'SQL', sqlExpression: 'SUM(a) / SUM(b)' }
  it.each<[AdhocMetric, boolean]>([
    [sum, true],
    [{ ...sum, aggregate: null }, false],
    [{ ...sum, column: null }, false],
    [sql, true],
    [{ ...sql, sqlExpression: '' }, false],
  ])('%j is valid: %s', (metric, valid) => expect(isValidAdhocMetric(metric)).toBe(valid))
  it('are named by their expression', () => {
    expect(defaultMetricLabel(sum)).toBe('SUM(num)')
    expect(defaultMetricLabel(sum, 'Births')).toBe('SUM(Births)')
    expect(defaultMetricLabel(sql)).toBe('SUM(a) / SUM(b)')
  })
  it('fall back to that name', () => {
    expect(withMetricLabel(sum, ' Births ')).toMatchObject({ label: 'Births', hasCustomLabel: true })
    expect(withMetricLabel({ ...sum, label: 'Births' }, '  ')).toMatchObject({
      label: 'SUM(num)',
      hasCustomLabel: false,
    })
  })
  it('come from a dropped column', () => {
    expect([GenericType.numeric, GenericType.string, GenericType.temporal].map(aggregateFor)).toEqual([
      'SUM',
      'COUNT_DISTINCT',
      'COUNT_DISTINCT',
    ])
  })
})
