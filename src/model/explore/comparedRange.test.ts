import { expect, it } from 'vitest'
import { comparedRange } from './comparedRange.ts'

const names = new Set(['adhoc_filters', 'adhoc_filters_b'])
const onTime = (subject: string, comparator: string) => ({
  clause: 'WHERE' as const,
  expressionType: 'SIMPLE' as const,
  subject,
  operator: 'TEMPORAL_RANGE' as const,
  comparator,
})
const region = { ...onTime('region', 'West'), operator: '==' as const }

it('is the control of types that have one', () => {
  const range = comparedRange({ time_range: '2021-01-01 : ' }, new Set(['time_range', 'adhoc_filters']), 'day')
  expect(range).toMatchObject({ column: 'day', value: '2021-01-01 : ' })
  expect(range?.withRange('Last year')).toEqual({ time_range: 'Last year' })
})

it.each([
  ['replaces the range of the filter on the axis', [region, onTime('day', 'No filter')], undefined],
  ['keeps filters on other time columns', [onTime('sent', 'Last week')], undefined],
  ['starts with the open range', [onTime('day', '2021-01-01 : ')], '2021-01-01 : '],
])('%s', (_, filters, value) => {
  const range = comparedRange({ x_axis: 'day', time_compare: ['1 year ago'], adhoc_filters: filters }, names, 'sent')
  expect(range).toMatchObject({ column: 'day', value })
  const others = filters.filter(({ subject }) => subject !== 'day')
  expect(range?.withRange('Last year')).toEqual({ adhoc_filters: [...others, onTime('day', 'Last year')] })
})

it('is set for the queries of a mixed chart that compare', () => {
  const form = { x_axis: 'day', time_compare: [], time_compare_b: ['1 year ago'] }
  expect(comparedRange(form, names, null)?.withRange('Last year')).toEqual({
    adhoc_filters_b: [onTime('day', 'Last year')],
  })
})

it('needs a time column', () => expect(comparedRange({ time_compare: '1 year ago' }, names, null)).toBeUndefined())
