import { expect, it } from 'vitest'
import type { ConditionalRule } from '../../../charts/shared/fields.ts'
import { ruleErrors, ruleText } from './rule.ts'

const base = { column: 'sales', colorScheme: '#ACE1C4' }

it.each<[Partial<ConditionalRule>, Record<string, string>]>([
  [{ ...base, operator: 'None' }, {}],
  [{ ...base, operator: '>' }, { targetValue: 'Required' }],
  [{ ...base, operator: '>', targetValue: 0 }, {}],
  [{ operator: 'None' }, { column: 'Required', colorScheme: 'Required' }],
  [{ ...base, operator: '< x <', targetValueLeft: 1 }, { targetValueRight: 'Required' }],
  [{ ...base, operator: '≤ x ≤', targetValueLeft: 1, targetValueRight: 2 }, {}],
  [
    { ...base, operator: '≤ x <', targetValueLeft: 2, targetValueRight: 2 },
    {
      targetValueLeft: 'This value should be smaller than the right target value',
      targetValueRight: 'This value should be greater than the left target value',
    },
  ],
])('%j: %j', (rule, errors) => {
  expect(ruleErrors(rule)).toEqual(errors)
})

it.each<[Partial<ConditionalRule>, string]>([
  [{ operator: 'None' }, 'Sales'],
  [{ operator: '≥', targetValue: 5 }, 'Sales ≥ 5'],
  [{ operator: '≤ x <', targetValueLeft: 1, targetValueRight: 2 }, '1 ≤ Sales < 2'],
])('%j is shown as %s', (rule, text) => {
  expect(ruleText({ ...base, ...rule } as ConditionalRule, 'Sales')).toBe(text)
})
