import { describe, expect, it } from 'vitest'
import type { DatasetDraft } from './datasetDraft.ts'
import { sourceLoss } from './sourceLoss.ts'

const draftWith = (metric: string, calculated = '1') =>
  ({
    columns: [
      { column_name: 'day', expression: null },
      { column_name: 'amount', expression: null },
      { column_name: 'my "own"', expression: null },
      { column_name: 'count', expression: null },
      { column_name: 'made', expression: calculated },
    ],
    metrics: [{ metric_name: 'm', expression: metric }],
  }) as DatasetDraft

describe('sourceLoss', () => {
  it('is empty if every column remains, ignoring case', () => {
    expect(sourceLoss(draftWith('SUM(amount)'), ['DAY', 'amount', 'my "own"', 'count', 'new'])).toBeUndefined()
  })

  it.each([
    ['a word', 'SUM(amount)', ['day'], true],
    ['other letters', 'sum(AMOUNT * 2)', ['day'], true],
    ['part of a word', 'SUM(amount_net)', ['day'], false],
    ['a text', "SUM(CASE WHEN x = 'amount' THEN 1 END)", ['day'], false],
    ['a quoted name', 'MAX("my ""own""")', ['amount', 'day'], true],
    ['a name in brackets', 'MAX([amount])', ['day'], true],
    ['a name in backticks', 'MAX(`amount`)', ['day'], true],
    ['a function of that name', 'COUNT(*) + count (day)', ['amount', 'day', 'my "own"'], false],
    ['a column that stays', 'MIN(day)', ['day'], false],
  ])('a metric with %s', (_case, expression, left, isLost) => {
    expect(sourceLoss(draftWith(expression), left)?.metrics).toEqual(isLost ? ['m'] : [])
  })

  it('lists columns, and the calculated ones that use them', () => {
    expect(sourceLoss(draftWith('1', 'amount / 2'), ['day', 'count', 'my "own"'])).toEqual({
      columns: ['amount'],
      calculated: ['made'],
      metrics: [],
    })
  })
})
