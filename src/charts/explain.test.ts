import { describe, expect, it } from 'vitest'
import { GenericType } from '../model/dataset/dataset.ts'
import type { QueryContext, QueryMetric } from '../model/query/queryObject.ts'
import {
  comparableColumns,
  contributionOf,
  explainContext,
  mostNumbers,
  mostParts,
  pointBefore,
  rankedColumns,
  totalOf,
} from './explain.ts'
import { answer, noDatasource } from './testing/drawInput.ts'

const result = (values: Record<string, number>) =>
  answer({ region: [1, Object.keys(values)], m: [0, Object.values(values)] })
const contribution = (before: Record<string, number>, after: Record<string, number>) => {
  const sum = (values: Record<string, number>) => Object.values(values).reduce((one, other) => one + other, 0)
  return contributionOf('region', 'm', [result(before), result(after)], { before: sum(before), after: sum(after) })!
}

describe('the contributions to a change', () => {
  it('are the changes of each value, the largest first, including values on one side only', () => {
    const { parts, addsUp } = contribution({ a: 10, b: 20, c: 5 }, { a: 13, b: 8, d: 1 })
    expect(addsUp).toBe(true)
    expect(parts).toEqual([
      { value: 'b', before: 20, after: 8, change: -12 },
      { value: 'c', before: 5, after: 0, change: -5 },
      { value: 'a', before: 10, after: 13, change: 3 },
      { value: 'd', before: 0, after: 1, change: 1 },
    ])
  })

  it('are even if every value changed at the same rate', () => {
    expect(contribution({ a: 10, b: 20 }, { a: 20, b: 40 }).unevenness).toBe(0)
    expect(contribution({ a: 10, b: 20 }, { a: 40, b: 20 }).unevenness).toBe(20)
  })

  it('do not add up for an average', () => {
    const found = contributionOf('region', 'm', [result({ a: 4, b: 6 }), result({ a: 5, b: 7 })], {
      before: 5,
      after: 6,
    })
    expect(found?.addsUp).toBe(false)
  })

  it('are not shown for a column of single rows', () => {
    const many = result(Object.fromEntries(Array.from({ length: mostParts }, (_one, at) => [`r${at}`, 1])))
    expect(contributionOf('region', 'm', [many, many], { before: 1000, after: 1000 })).toBeUndefined()
  })

  it('are queried with the filters of the chart and those of each mark', () => {
    const context: QueryContext = {
      datasource: { id: 1, type: 'table' },
      queries: [{ columns: ['region'], metrics: ['m'], filters: [{ col: 'paid', op: '==', val: true }] }],
    }
    const mark = (val: string) => ({ filters: [{ col: 'region', op: '==', val }] })
    const input = { context, datasource: noDatasource, data: [], drill: mark('a'), against: mark('b'), metric: 'm' }
    const { queries } = explainContext(input, 'store')
    expect(queries.map(({ filters, columns, metrics }) => [filters?.map(({ val }) => val), columns, metrics])).toEqual([
      [[true, 'b'], ['store'], ['m']],
      [[true, 'a'], ['store'], ['m']],
    ])
    expect(totalOf(answer({ m: [0, [7]] }), 'm')).toBe(7)
  })
})

describe('the columns of a comparison', () => {
  const { string, numeric, boolean, temporal } = GenericType

  it('are dimensions before numbers, without times and without those of the mark and the metric', () => {
    const columns = [
      { name: 'amount', type: numeric },
      { name: 'city', type: string },
      { name: 'country', type: string },
      { name: 'day', type: temporal },
      { name: 'paid', type: boolean },
    ]
    const drill = { filters: [{ col: 'country', op: '==', val: 'France' }] }
    const names = (metric: QueryMetric) => comparableColumns(columns, drill, metric).map(({ name }) => name)
    expect(names('count')).toEqual(['city', 'paid', 'amount'])
    const amount = { column_name: 'amount' }
    expect(names({ expressionType: 'SIMPLE', column: amount, aggregate: 'SUM', label: 'm' })).toEqual(['city', 'paid'])
  })

  it('have the most uneven category first, then numbers with few values, and measures last', () => {
    const compared = (name: string, type: GenericType, values: number, last: number) => {
      const numbers = Array.from({ length: values }, (_, at) => [`${name}${at}`, 1] as const)
      const before = Object.fromEntries(numbers)
      return { column: { name, type }, contribution: contribution(before, { ...before, [`${name}0`]: last }) }
    }
    const found = [
      compared('amount', numeric, mostNumbers + 1, 99),
      compared('rating', numeric, 5, 99),
      compared('city', string, 3, 2),
      compared('shop', string, mostNumbers + 1, 5),
    ]
    expect(rankedColumns(found).map(({ column }) => column.name)).toEqual(['shop', 'city', 'rating', 'amount'])
  })
})

describe('the point that a change is measured from', () => {
  const point = (val: number | null) => ({ col: 'day', op: '==', val })
  const others = [point(4), point(1), point(3), point(null), point(6)]

  it('is the previous one in time', () => expect(pointBefore(others, point(5), {})).toEqual(point(4)))

  it('of a big number is as many rows back as it compares', () => {
    expect(pointBefore(others, point(5), { compare_lag: 2 })).toEqual(point(3))
    expect(pointBefore(others, point(5), { compare_lag: '2' })).toEqual(point(3))
    expect(pointBefore(others, point(5), { compare_lag: null })).toEqual(point(4))
    expect(pointBefore(others, point(5), { compare_lag: 9 })).toBeUndefined()
  })
})
