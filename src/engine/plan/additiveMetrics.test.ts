import { expect, it } from 'vitest'
import { additiveMetrics } from './additiveMetrics.ts'

const metrics = (expression: string) => [{ metric_name: 'm', expression }] as never

it.each([
  ['SUM(amount)', true],
  [' count ( * ) ', true],
  ['SUM(amount * (1 - discount))', true],
  ['COUNT(DISTINCT shop)', false],
  ['SUM(DISTINCT amount)', false],
  ['AVG(amount)', false],
  ['SUM(a) / SUM(b)', false],
  ['SUM(a) - SUM(b)', false],
  ['SUM(amount) OVER ()', false],
  ["SUM(CASE WHEN shop = ')' THEN 1 END)", false],
  ['COUNT(/* */ DISTINCT shop)', false],
  ['MAX(amount)', false],
])('%s is additive: %s', (sql, adds) => {
  expect(additiveMetrics(['m'], { metrics: metrics(sql) })).toEqual(adds ? ['m'] : [])
  const adhoc = { expressionType: 'SQL' as const, sqlExpression: sql, label: 'own' }
  expect(additiveMetrics([adhoc], { metrics: [] })).toEqual(adds ? ['own'] : [])
})

it.each([
  ['SUM', true],
  ['COUNT', true],
  ['COUNT_DISTINCT', false],
  ['MIN', false],
])('the aggregate %s is additive: %s', (aggregate, adds) => {
  const metric = { expressionType: 'SIMPLE' as const, aggregate, column: { column_name: 'amount' }, label: 'own' }
  expect(additiveMetrics([metric], { metrics: [] })).toEqual(adds ? ['own'] : [])
})
