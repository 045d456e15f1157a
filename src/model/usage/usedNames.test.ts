import { describe, expect, it } from 'vitest'
import { macroDatasets, namesInSql, usedNames } from './usedNames.ts'

const names = new Set(['region', 'Total', 'two words'])

describe('the columns and metrics that form data uses', () => {
  it.each([
    ['a dimension', { groupby: ['region', 'day'] }, ['region']],
    ['a saved metric', { metrics: ['Total'] }, ['Total']],
    ['the time column', { granularity_sqla: 'region' }, ['region']],
    ['a simple filter', { adhoc_filters: [{ subject: 'region', comparator: 'x' }] }, ['region']],
    ['a simple metric', { metric: { column: { column_name: 'region' }, aggregate: 'MAX' } }, ['region']],
    ['SQL', { metric: { sqlExpression: 'SUM(total) / MAX("two words")' } }, ['Total', 'two words']],
    ['a condition', { adhoc_filters: [{ sqlExpression: "REGION = 'x'" }] }, ['region']],
    ['a list in a list', { orderby: [['region', true]] }, ['region']],
  ])('are found in %s', (_case, form, found) => {
    expect(usedNames(form, names)).toEqual(found)
  })

  it.each([
    ['a value of a filter', { adhoc_filters: [{ subject: 'day', comparator: ['region'] }] }],
    ['a label', { metric: { label: 'region', sqlExpression: 'COUNT(*)' } }],
    ['a string literal', { adhoc_filters: [{ sqlExpression: "day = 'region'" }] }],
    ['a function', { metric: { sqlExpression: 'region(day)' } }],
    ['a longer name', { groupby: ['region_id'], metric: { sqlExpression: 'MAX(region_id)' } }],
  ])('are not found in %s', (_case, form) => {
    expect(usedNames(form, names)).toEqual([])
  })
})

it('finds names in a clause in any case', () => {
  expect(namesInSql("Region in ('a') and x = 1", new Map([['region', 'region']]))).toEqual(['region'])
})

it('finds the datasets that a template reads', () => {
  expect(macroDatasets('select * from {{ dataset( 12 ) }} join {{ dataset(3, include_metrics=True) }} d')).toEqual([
    12, 3,
  ])
})
