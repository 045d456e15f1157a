import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type NativeFilter, parseMetadata } from '../model/dashboard/dashboardMetadata.ts'
import { isUnset } from '../model/dashboard/dashboardState.ts'
import { groupBy } from './groupBy/definition.ts'
import { findFilterType } from './index.ts'
import { range } from './range/definition.ts'
import { rangeStep } from './range/slider.ts'
import { select } from './select/definition.ts'
import { timeLabels } from './select/timeLabels.ts'
import type { FilterOptions } from './shared/defineFilter.ts'
import { time } from './time/definition.ts'
import { timeColumn } from './timeColumn/definition.ts'
import { timeGrain } from './timeGrain/definition.ts'

function filter(more: Record<string, unknown> = {}): NativeFilter {
  const [entry] = parseMetadata({
    native_filter_configuration: [
      {
        id: 'NATIVE_FILTER-1',
        type: 'NATIVE_FILTER',
        name: 'State',
        filterType: 'filter_select',
        targets: [{ datasetId: 7, column: { name: 'state' } }],
        ...more,
      },
    ],
  }).native_filter_configuration
  if (entry?.type !== 'NATIVE_FILTER') throw new Error('no filter')
  return entry
}
const answer = (rows: Record<string, unknown>[], coltypes: FilterOptions['coltypes'] = [1]): FilterOptions => ({
  status: 'ready',
  rows,
  colnames: Object.keys(rows[0] ?? {}),
  coltypes,
})

const recordings = resolve(import.meta.dirname, '../../../shared/reference/recordings/charts')
describe.skipIf(!existsSync(recordings) && process.env['CI'] !== 'true')('option queries as recorded', () => {
  interface Recording {
    request: {
      body: {
        datasource: { id: number }
        form_data: { viz_type: string; groupby?: string[]; [key: string]: unknown }
        queries: unknown[]
      }
    }
  }
  const files = existsSync(recordings)
    ? readdirSync(recordings).flatMap((bundle) => {
        const folder = join(recordings, bundle, '_filters')
        return existsSync(folder) ? readdirSync(folder).map((file) => join(folder, file)) : []
      })
    : []

  it('finds recordings', () => expect(files.length).toBeGreaterThan(8))

  it.each(files.map((file) => [file.slice(recordings.length + 1), file]))('%s', (_name, file) => {
    const { body } = (JSON.parse(readFileSync(file, 'utf8')) as Recording).request
    const { viz_type: filterType, groupby } = body.form_data
    const saved = filter({
      filterType,
      targets: [{ datasetId: body.datasource.id, ...(groupby && { column: { name: groupby[0] } }) }],
      controlValues: {},
    })
    expect(findFilterType(filterType)?.optionsQuery({ filter: saved, parents: {} })).toEqual(body)
  })
})

describe('option queries', () => {
  const parents = { filters: [{ col: 'country', op: 'IN', val: ['US'] }], time_range: 'Last year' }

  it('sorts by the selected metric, adds parent filters, pre-filters and the search text', () => {
    const saved = filter({
      sortMetric: 'count',
      controlValues: { sortAscending: false },
      adhoc_filters: [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'year', operator: '>', comparator: 2000 }],
    })
    const [query] = select.optionsQuery({ filter: saved, parents, search: ' ca ' })?.queries ?? []
    expect(query).toMatchObject({
      columns: ['state'],
      metrics: ['count'],
      orderby: [['count', false]],
      time_range: 'Last year',
      filters: [
        { col: 'state', op: 'ILIKE', val: '%ca%' },
        { col: 'country', op: 'IN', val: ['US'] },
        { col: 'year', op: '>', val: 2000 },
      ],
    })
  })

  it.each([
    ['12', 0, true],
    ['ca', 0, false],
    ['ca', 1, true],
    ['2001', 2, false],
    ['', 1, false],
  ] as const)('searches %j in a column of type %s: %s', (search, type, expected) => {
    const query = select.optionsQuery({ filter: filter(), parents: {}, search, columnTypes: { state: type } })
      ?.queries[0]
    expect(query?.filters?.some(({ op }) => op === 'ILIKE')).toBe(expected)
  })

  it('has no query without a dataset or a column', () => {
    expect(select.optionsQuery({ filter: filter({ targets: [{}] }), parents: {} })).toBeNull()
    expect(time.optionsQuery({ filter: filter({ targets: [{}] }), parents: {} })).toBeNull()
  })
})

describe('value filter', () => {
  it.each([
    [{}, ['CA', null], { filters: [{ col: 'state', op: 'IN', val: ['CA', null] }] }, 'CA, <NULL>'],
    [{}, 'CA', { filters: [{ col: 'state', op: 'IN', val: ['CA'] }] }, 'CA'],
    [{ inverseSelection: true }, ['CA'], { filters: [{ col: 'state', op: 'NOT IN', val: ['CA'] }] }, 'CA (excluded)'],
    [{}, [], {}, undefined],
    [{ inverseSelection: true, enableEmptyFilter: true }, [], {}, undefined],
  ])('%j of %j', (controlValues, value, extraFormData, label) => {
    const mask = select.dataMask(filter({ controlValues }), value)
    expect(mask.extraFormData).toEqual(extraFormData)
    expect(mask.filterState?.label).toBe(label)
  })

  it('matches nothing while a required filter is empty', () => {
    const mask = select.dataMask(filter({ controlValues: { enableEmptyFilter: true } }), null)
    expect(mask.extraFormData?.adhoc_filters?.[0]?.sqlExpression).toBe('1 = 0')
    expect(isUnset(mask)).toBe(true)
  })

  it('uses the first row as its initial value', () => {
    expect(select.firstValue?.(answer([{ state: 'AK' }, { state: 'AL' }]))).toEqual(['AK'])
    expect(select.firstValue?.(answer([]))).toBeUndefined()
  })

  it.each([
    [
      ['2024-01-01', '2023-01-01'],
      ['2024', '2023'],
    ],
    [
      ['2024-01-01', '2024-03-01'],
      ['2024-01', '2024-03'],
    ],
    [
      ['2024-01-01', '2024-03-05'],
      ['2024-01-01', '2024-03-05'],
    ],
    [
      ['2024-01-01T00:00Z', '2024-03-05T14:30Z'],
      ['2024-01-01 00:00', '2024-03-05 14:30'],
    ],
  ])('writes times %j as %j', (texts, expected) => {
    const times = texts.map((text) => Date.parse(text))
    expect(times.map(timeLabels(times))).toEqual(expected)
  })
})

describe('range filter', () => {
  const bounds = answer([{ min: 0, max: 100 }], [0, 0])
  const on = (value: unknown, controlValues = {}) =>
    range.dataMask(filter({ filterType: 'filter_range', controlValues }), value, bounds)

  it.each([
    [
      [10, 20],
      [
        ['>=', 10],
        ['<=', 20],
      ],
      '10 ≤ x ≤ 20',
    ],
    [[10, 100], [['>=', 10]], 'x ≥ 10'],
    [[0, 2500], [], undefined],
    [[-5, 20], [['<=', 20]], 'x ≤ 20'],
    [[20, 20], [['==', 20]], 'x = 20'],
    [[100, 100], [['==', 100]], 'x = 100'],
    [[null, 20], [['<=', 20]], 'x ≤ 20'],
    [null, [], undefined],
  ])('%j', (value, filters, label) => {
    const mask = on(value)
    expect((mask.extraFormData?.filters ?? []).map(({ op, val }) => [op, val])).toEqual(filters)
    expect(mask.filterState?.label).toBe(label)
    expect(isUnset(mask)).toBe(filters.length === 0)
  })

  it('steps through any range in at least 100 and at most 1000 steps', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.double({ min: 0.001, max: 1e9, noNaN: true }),
        (min, span) => {
          const steps = span / rangeStep({ min: min + 0.5, max: min + 0.5 + span })
          expect(steps).toBeGreaterThan(99)
          expect(steps).toBeLessThan(1001)
        },
      ),
    )
    expect(rangeStep({ min: 0, max: 9 })).toBe(1)
  })
})

describe('time filters', () => {
  it.each([
    ['Last week', { time_range: 'Last week' }],
    ['No filter', {}],
    [undefined, {}],
    ['', {}],
  ])('range %j', (value, expected) => {
    const mask = time.dataMask(filter(), value)
    expect(mask.extraFormData).toEqual(expected)
    expect(isUnset(mask)).toBe(Object.keys(expected).length === 0)
  })

  it('grain and column override those of the chart, and their labels show the name', () => {
    const grains = answer([{ name: 'Month', function: 'f', duration: 'P1M' }])
    expect(timeGrain.dataMask(filter(), ['P1M'], grains)).toEqual({
      extraFormData: { time_grain_sqla: 'P1M' },
      filterState: { value: ['P1M'], label: 'Month' },
    })
    expect(timeGrain.dataMask(filter(), undefined).extraFormData).toEqual({})
    const columns = answer([
      { column_name: 'ds', verbose_name: 'Day', dtype: 2 },
      { column_name: 'n', verbose_name: null, dtype: 0 },
    ])
    expect(timeColumn.dataMask(filter(), 'ds', columns)).toEqual({
      extraFormData: { granularity_sqla: 'ds' },
      filterState: { value: ['ds'], label: 'Day' },
    })
  })

  it('a "Group by" filter adds the selected columns, under the labels of its options', () => {
    const columns = answer([
      { column_name: 'region', verbose_name: 'Sales region', dtype: 1 },
      { column_name: 'store', verbose_name: null, dtype: 1 },
    ])
    expect(groupBy.dataMask(filter(), ['region', 'store'], columns)).toEqual({
      extraFormData: { interactive_groupby: ['region', 'store'] },
      filterState: { value: ['region', 'store'], label: 'Sales region, store' },
    })
    expect(groupBy.dataMask(filter(), 'store').extraFormData).toEqual({ interactive_groupby: ['store'] })
    expect(groupBy.dataMask(filter(), [])).toEqual({ extraFormData: {}, filterState: { value: null } })
  })
})

describe('options from several datasets', () => {
  it('contain the values of all once, in the order of the filter', () => {
    const first = answer([{ state: 'TX' }, { state: 'CA' }, { state: null }])
    const second = { ...answer([{ region: 'CA' }, { region: 'AZ' }]), colnames: ['region'] }
    const values = (more: Record<string, unknown>) =>
      select.mergeOptions?.([first, second], filter(more)).rows.map(({ state }) => state)
    expect(values({})).toEqual(['AZ', 'CA', 'TX', null])
    expect(values({ controlValues: { sortAscending: false } })).toEqual([null, 'TX', 'CA', 'AZ'])
  })

  it('cover the range from the smallest to the largest number of all, ignoring empty ones', () => {
    const bounds = [
      { min: 3, max: 9 },
      { min: null, max: null },
      { min: -1, max: 4 },
    ].map((row) => answer([row]))
    expect(range.mergeOptions?.(bounds, filter()).rows).toEqual([{ min: -1, max: 9 }])
  })
})
