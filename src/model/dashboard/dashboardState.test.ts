import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMetadata } from './dashboardMetadata.ts'
import {
  awaitedFilters,
  chartExtraFormData,
  chartFilters,
  type DataMasks,
  dirtyFilters,
  filterReach,
  initialMasks,
  isNativeFilter,
  isUnset,
  maskLabel,
  missingRequired,
  parentExtraFormData,
  sameJson,
  toggleCrossFilter,
} from './dashboardState.ts'
import type { DataMask } from './dataMask.ts'
import { compareMaskIds, mergeExtraFormData } from './dataMaskMerge.ts'
import { chartsIn, defaultActiveTabs, parseLayout } from './layout.ts'
import { isInSight, scopeTabs } from './scope.ts'

const layout = parseLayout({
  ROOT_ID: { type: 'ROOT', children: ['TABS'] },
  TABS: { type: 'TABS', children: ['TAB-a', 'TAB-b'] },
  'TAB-a': { type: 'TAB', children: ['R1'], meta: { text: 'First' } },
  'TAB-b': { type: 'TAB', children: ['R2'], meta: { text: 'Second' } },
  R1: { type: 'ROW', children: ['C1', 'C2'] },
  R2: { type: 'ROW', children: ['C3', 'C10'] },
  C1: { type: 'CHART', meta: { chartId: 1 } },
  C2: { type: 'CHART', meta: { chartId: 2 } },
  C3: { type: 'CHART', meta: { chartId: 3 } },
  C10: { type: 'CHART', meta: { chartId: 10 } },
})
const charts = chartsIn(layout.root)
const filter = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  type: 'NATIVE_FILTER',
  name: id,
  filterType: 'filter_select',
  targets: [{ datasetId: 1, column: { name: 'state' } }],
  ...more,
})
const metadata = parseMetadata({
  native_filter_configuration: [
    filter('NATIVE_FILTER-b', { scope: { rootPath: ['TAB-a'], excluded: [2] } }),
    filter('NATIVE_FILTER-a', { cascadeParentIds: ['NATIVE_FILTER-b'], controlValues: { enableEmptyFilter: true } }),
    { id: 'NATIVE_FILTER_DIVIDER-1', type: 'DIVIDER', title: 'More' },
    filter('NATIVE_FILTER-c', {
      controlValues: { defaultToFirstItem: true },
      scope: { rootPath: ['C3'], excluded: [] },
    }),
  ],
  chart_configuration: {
    '1': { id: 1, crossFilters: { scope: 'global' } },
    '2': { id: 2, crossFilters: { scope: { rootPath: ['TAB-b'], excluded: [10] } } },
  },
})
const filters = metadata.native_filter_configuration.filter(isNativeFilter)
const reach = filterReach(layout, metadata)
const is = (col: string, ...val: unknown[]): DataMask => ({
  extraFormData: { filters: [{ col, op: 'IN', val }] },
  filterState: { value: val },
})

describe('scopes', () => {
  it.each([
    ['NATIVE_FILTER-b', [1]],
    ['NATIVE_FILTER-a', [1, 2, 3, 10]],
    ['NATIVE_FILTER-c', [3]],
    ['1', [2, 3, 10]],
    ['2', [3]],
    ['3', [1, 2, 10]],
  ])('%s reaches %j', (id, expected) => {
    expect([...(reach[id]?.keys() ?? [])]).toEqual(expected)
  })

  it('has no cross-filters if they are disabled', () => {
    const off = filterReach(layout, parseMetadata({ cross_filters_enabled: false }))
    expect(Object.keys(off)).toEqual([])
  })

  it('detects which filters apply to an open tab', () => {
    const active = defaultActiveTabs(layout)
    expect(filters.map(({ scope }) => isInSight(layout, active, scope))).toEqual([true, true, false])
  })

  it('lists the tabs and charts of a scope', () => {
    expect(filters.map(({ scope }) => scopeTabs(layout, scope))).toEqual([
      { tabs: [], charts: [1], isAll: false },
      { tabs: [], charts: [], isAll: true },
      { tabs: [], charts: [3], isAll: false },
    ])
    expect(scopeTabs(layout, { rootPath: ['TAB-b'], excluded: [] })).toEqual({
      tabs: ['Second'],
      charts: [],
      isAll: false,
    })
  })
})

describe('merging', () => {
  it('appends lists and lets the last override win', () => {
    expect(
      mergeExtraFormData([
        { filters: [{ col: 'a', op: '==', val: 1 }], time_range: 'Last week' },
        {},
        { filters: [{ col: 'b', op: '==', val: 2 }], time_range: 'Last day', granularity_sqla: undefined },
      ]),
    ).toEqual({
      filters: [
        { col: 'a', op: '==', val: 1 },
        { col: 'b', op: '==', val: 2 },
      ],
      time_range: 'Last day',
    })
  })

  it('merges masks in id order, charts first, regardless of the order in which they were set', () => {
    const masks: DataMasks = {
      'NATIVE_FILTER-b': is('x', 'b'),
      'NATIVE_FILTER-a': is('x', 'a'),
      '10': is('x', 'ten'),
      '2': is('x', 'two'),
    }
    const values = (chart: number) => chartExtraFormData(chart, masks, reach).filters?.map(({ val }) => val)
    expect(values(1)).toEqual([['ten'], ['a'], ['b']])
    expect(values(3)).toEqual([['two'], ['ten'], ['a']])
    expect(values(10)).toEqual([['a']])
  })

  it('sorts ids in a total order', () => {
    const id = fc.oneof(fc.nat().map(String), fc.string(), fc.constantFrom('', ' ', '1', '01', '1e0'))
    fc.assert(
      fc.property(fc.array(id, { maxLength: 6 }), (ids) => {
        const sorted = ids.toSorted(compareMaskIds)
        expect(ids.toReversed().toSorted(compareMaskIds)).toEqual(sorted)
      }),
    )
  })

  it('is associative', () => {
    const part = fc.record(
      { filters: fc.array(fc.record({ col: fc.string(), op: fc.constant('==') })), time_range: fc.string() },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(part, part, part, (a, b, c) => {
        expect(mergeExtraFormData([mergeExtraFormData([a, b]), c])).toEqual(
          mergeExtraFormData([a, mergeExtraFormData([b, c])]),
        )
      }),
    )
  })
})

describe('one filter over several datasets', () => {
  const wide = filter('NATIVE_FILTER-w', {
    targets: [
      { datasetId: 1, column: { name: 'state' } },
      { datasetId: 2, column: { name: 'region' } },
      { datasetId: 3, column: { name: 'state' } },
    ],
  })
  const child = filter('NATIVE_FILTER-x', {
    targets: [{ datasetId: 2, column: { name: 'city' } }],
    cascadeParentIds: ['NATIVE_FILTER-w'],
  })
  const several = parseMetadata({ native_filter_configuration: [wide, child] })
  const datasets = new Map([
    [1, 1],
    [2, 2],
    [3, 3],
    [10, 4],
  ])
  const wideReach = filterReach(layout, several, [], (id) => datasets.get(id))
  const masks: DataMasks = { 'NATIVE_FILTER-w': is('state', 'CA') }
  const columns = (chart: number) => chartExtraFormData(chart, masks, wideReach).filters?.map(({ col }) => col)

  it('filters each chart by the column of its dataset', () => {
    expect([1, 2, 3].map(columns)).toEqual([['state'], ['region'], ['state']])
  })

  it('uses the first column for charts of a dataset that it does not list', () => {
    expect(columns(10)).toEqual(['state'])
  })

  it('restricts a dependent filter by the column of its dataset', () => {
    const [, dependent] = several.native_filter_configuration.filter(isNativeFilter)
    const all = several.native_filter_configuration.filter(isNativeFilter)
    expect(dependent && parentExtraFormData(dependent, masks, all).filters).toEqual([
      { col: 'region', op: 'IN', val: ['CA'] },
    ])
  })

  it('is incompatible with a chart whose dataset lacks the column', () => {
    const all = several.native_filter_configuration.filter(isNativeFilter)
    const of = (chart: number) => chartFilters(chart, masks, wideReach, all, String, new Set(['region']))
    expect(of(2).incompatible.map(({ id }) => id)).toEqual(['NATIVE_FILTER-w'])
    expect(of(1).applied.map(({ id }) => id)).toEqual(['NATIVE_FILTER-w'])
  })
})

describe('drafts', () => {
  it('starts from defaults, which restored masks replace; masks of deleted filters are dropped', () => {
    const derive = (_filter: unknown, value: unknown) => is('state', value)
    const restored = {
      'NATIVE_FILTER-a': { filterState: { value: 'CA' } },
      '2': is('s', 1),
      '77': is('s', 1),
      gone: is('s', 1),
    }
    const masks = initialMasks(metadata, charts, restored, derive)
    expect(Object.keys(masks).sort()).toEqual(['2', 'NATIVE_FILTER-a', 'NATIVE_FILTER-b', 'NATIVE_FILTER-c'])
    expect(masks['NATIVE_FILTER-a']?.extraFormData?.filters).toEqual([{ col: 'state', op: 'IN', val: ['CA'] }])
  })

  it('finds changed, missing and pending values', () => {
    const applied: DataMasks = { 'NATIVE_FILTER-b': { filterState: {}, extraFormData: {} } }
    expect(dirtyFilters(filters, applied, { 'NATIVE_FILTER-b': { filterState: { value: null } } })).toEqual([])
    expect(dirtyFilters(filters, applied, { 'NATIVE_FILTER-b': is('state', 'CA') })).toEqual(['NATIVE_FILTER-b'])
    expect(missingRequired(filters, {})).toEqual(['NATIVE_FILTER-a'])
    expect(missingRequired(filters, { 'NATIVE_FILTER-a': is('state', 'CA') })).toEqual([])
    expect(awaitedFilters(filters, {})).toEqual(['NATIVE_FILTER-c'])
  })

  it('queries a dependent filter with the drafts of its parents', () => {
    const [, dependent] = filters
    expect(dependent && parentExtraFormData(dependent, { 'NATIVE_FILTER-b': is('state', 'CA') })).toEqual(
      is('state', 'CA').extraFormData,
    )
  })

  it.each([
    [undefined, true],
    [{ filterState: { value: [] } }, true],
    [{ filterState: { value: '' } }, true],
    [{ filterState: { value: [null] } }, false],
    [{ filterState: { value: 0 } }, false],
    [{ filterState: { value: [false] } }, false],
  ] satisfies [DataMask | undefined, boolean][])('unset %j: %s', (mask, expected) => {
    expect(isUnset(mask)).toBe(expected)
  })
})

describe('cross filters', () => {
  it('sets, replaces and clears', () => {
    const set = toggleCrossFilter({}, 1, is('state', 'CA'))
    expect(set['1']?.filterState?.value).toEqual(['CA'])
    const replaced = toggleCrossFilter(set, 1, is('state', 'NY'))
    expect(replaced['1']?.filterState?.value).toEqual(['NY'])
    expect(toggleCrossFilter(replaced, 1, is('state', 'NY'))).toEqual({})
    expect(toggleCrossFilter(replaced, 1, { filterState: { value: null } })).toEqual({})
  })

  it('lists the filters of a chart', () => {
    const masks = { '2': is('state', 'CA'), 'NATIVE_FILTER-a': is('unknown', 'x') }
    const found = chartFilters(3, masks, reach, filters, (id) => `Chart ${id}`, new Set(['unknown']))
    expect(found.cross).toEqual([{ id: '2', name: 'Chart 2', label: 'CA' }])
    expect(found.incompatible.map(({ id }) => id)).toEqual(['NATIVE_FILTER-a'])
    expect(found.unset.map(({ id }) => id)).toEqual(['NATIVE_FILTER-c'])
    expect(found.applied).toEqual([])
  })

  it.each([
    [is('a', 'x', null, true), 'x, <NULL>, TRUE'],
    [{ filterState: { value: [['boy', 2]] } }, 'boy, 2'],
    [{ filterState: { value: [1], label: 'one' } }, 'one'],
    [undefined, ''],
  ] satisfies [DataMask | undefined, string][])('label of %j', (mask, expected) => {
    expect(maskLabel(mask)).toBe(expected)
  })
})

it('compares JSON by structure', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(sameJson(a, JSON.parse(JSON.stringify(a)))).toBe(true)
      expect(sameJson(a, b)).toBe(sameJson(b, a))
    }),
  )
  expect(sameJson({ a: 1, b: undefined }, { a: 1 })).toBe(true)
  expect(sameJson([], {})).toBe(false)
  expect(sameJson([-0], [0])).toBe(true)
})
