import { describe, expect, it } from 'vitest'
import { columnLabel, metricLabel } from './labels.ts'
import type { QueryColumn, QueryMetric } from './queryObject.ts'

const sum = { expressionType: 'SIMPLE', column: { column_name: 'sales' }, aggregate: 'SUM' } as const
const sql = { expressionType: 'SQL', sqlExpression: 'SUM(a) / 2' } as const

describe('the label of a metric', () => {
  it.each<[string, QueryMetric, string]>([
    ['a saved metric', 'count', 'count'],
    ['a labelled metric', { ...sum, label: 'Sales' }, 'Sales'],
    ['no label', sum, 'SUM(sales)'],
    ['label null', { ...sum, label: null }, 'SUM(sales)'],
    ['an empty label', { ...sum, label: '' }, 'SUM(sales)'],
    ['no aggregate', { ...sum, aggregate: null }, 'sales'],
    ['no column', { expressionType: 'SIMPLE', aggregate: 'COUNT' }, 'COUNT()'],
    ['neither column nor aggregate', { expressionType: 'SIMPLE' }, ''],
    ['SQL', sql, 'SUM(a) / 2'],
    ['SQL with an empty label', { ...sql, label: '' }, 'SUM(a) / 2'],
    ['SQL without a text', { expressionType: 'SQL' }, ''],
    ['the legacy form', { label: 'count' }, 'count'],
  ])('%s', (_what, metric, label) => expect(metricLabel(metric)).toBe(label))
})

describe('the label of a column', () => {
  const axis = { expressionType: 'SQL', sqlExpression: 'ds' } as const
  it.each<[string, QueryColumn, string]>([
    ['a column of the dataset', 'ds', 'ds'],
    ['a labelled column', { ...axis, label: 'Day' }, 'Day'],
    ['no label', axis, 'ds'],
    ['label null', { ...axis, label: null }, 'ds'],
    ['an empty label', { ...axis, label: '' }, 'ds'],
  ])('%s', (_what, column, label) => expect(columnLabel(column)).toBe(label))
})
