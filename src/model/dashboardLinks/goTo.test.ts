import { describe, expect, it } from 'vitest'
import { parseMetadata } from '../dashboard/dashboardMetadata.ts'
import { carriedFilters, goToOf } from './goTo.ts'

const native = (id: string, filterType: string, column?: string, controlValues = {}) => ({
  id,
  type: 'NATIVE_FILTER',
  filterType,
  controlValues,
  targets: [{ datasetId: 1, ...(column && { column: { name: column } }) }],
})
const metadata = parseMetadata({
  native_filter_configuration: [
    native('time', 'filter_time'),
    native('region', 'filter_select', 'region'),
    native('not', 'filter_select', 'kind', { inverseSelection: true }),
    native('amount', 'filter_range', 'amount'),
  ],
})
const noRange = () => undefined

describe('the targets of a tile', () => {
  it('are read without what is invalid', () => {
    const stored = [{ kind: 'dashboard', id: 3, more: 1 }, { kind: 'page', id: 3 }, { kind: 'chart', id: '4' }, null]
    expect(goToOf(stored)).toEqual([{ kind: 'dashboard', id: 3 }])
    for (const value of [undefined, null, 'x', {}]) expect(goToOf(value)).toEqual([])
  })
})

describe('the filters that are carried', () => {
  it('become values of native filters of the same column; a mark narrows what the dashboard selects', () => {
    const filters = [
      { col: 'region', op: 'IN', val: ['North', 'South'] },
      { col: 'amount', op: '>=', val: 5 },
      { col: 'amount', op: '<=', val: 9 },
      { col: 'region', op: '==', val: 'South' },
    ]
    expect(carriedFilters(metadata, { filters, time_range: 'Last week' }, noRange)).toEqual({
      values: { time: 'Last week', region: ['South'], amount: [5, 9] },
      left: [],
    })
    expect(carriedFilters(metadata, { filters: [{ col: 'region', op: 'IS NULL' }] }, noRange).values).toEqual({
      region: [null],
    })
  })

  it.each([
    ['a lower limit', ['>=', 5], ['>=', 3], [5, null]],
    ['an upper limit', ['<=', 5], ['<=', 8], [null, 5]],
    ['a range by a value', ['>=', 5], ['==', 7], [7, 7]],
  ])('never widen %s that an earlier filter set', (_name, [firstOp, first], [nextOp, next], amount) => {
    const filters = [
      { col: 'amount', op: String(firstOp), val: Number(first) },
      { col: 'amount', op: String(nextOp), val: Number(next) },
    ]
    expect(carriedFilters(metadata, { filters }, noRange)).toEqual({ values: { amount }, left: [] })
  })

  it('keep an earlier value, and report a later one that has nothing in common with it', () => {
    const filters = [
      { col: 'region', op: 'IN', val: ['North'] },
      { col: 'region', op: '==', val: 'South' },
      { col: 'amount', op: '>=', val: 5 },
      { col: 'amount', op: '<=', val: 2 },
    ]
    expect(carriedFilters(metadata, { filters }, noRange)).toEqual({
      values: { region: ['North'], amount: [5, null] },
      left: [
        { column: 'region', value: 'South' },
        { column: 'amount', value: 2 },
      ],
    })
  })

  it('use the time of a mark instead of the range around it', () => {
    const month = { col: 'day', op: '==', val: Date.UTC(2024, 4, 1), grain: 'P1M' }
    const rangeOf = ({ grain }: { grain?: string | null }) => (grain ? '2024-05-01 : 2024-06-01' : undefined)
    expect(carriedFilters(metadata, { filters: [month], time_range: 'Last year' }, rangeOf)).toEqual({
      values: { time: '2024-05-01 : 2024-06-01' },
      left: [],
    })
  })

  it('report filters without a native filter', () => {
    const extra = {
      filters: [
        { col: 'kind', op: '==', val: 'a' },
        { col: 'city', op: 'IN', val: ['Paris'] },
        { col: 'region', op: 'NOT IN', val: ['North'] },
        { col: 'state', op: 'IS NULL' },
      ],
      adhoc_filters: [{ expressionType: 'SQL' as const, clause: 'WHERE' as const, sqlExpression: 'a > 1' }],
    }
    expect(carriedFilters(metadata, extra, noRange)).toEqual({
      values: {},
      left: [
        { column: 'kind', value: 'a' },
        { column: 'city', value: ['Paris'] },
        { column: 'region', value: ['North'] },
        { column: 'state' },
        { sql: 'a > 1' },
      ],
    })
    const withoutTime = { native_filter_configuration: [] }
    expect(carriedFilters(withoutTime, { time_range: 'Last week' }, noRange).left).toEqual([{ value: 'Last week' }])
    expect(carriedFilters(withoutTime, { time_range: 'No filter' }, noRange).left).toEqual([])
  })
})
