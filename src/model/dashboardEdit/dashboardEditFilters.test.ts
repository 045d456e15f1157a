import { describe, expect, it } from 'vitest'
import { parseLayout } from '../dashboard/layout.ts'
import { chartsInScope } from '../dashboard/scope.ts'
import {
  changeColumn,
  changeControl,
  changeDataset,
  changeOtherTargets,
  changePreFilter,
  changeType,
  type FilterEntry,
  type FilterTraits,
  filterFaults,
  hasPreFilter,
  isInCycle,
  moveEntry,
  needsTimeColumn,
  newDivider,
  newFilter,
  otherTargets,
  possibleParents,
  preFilterOf,
  readEntries,
  savedEntries,
  scopeFor,
  targetOf,
} from './dashboardEditFilters.ts'

/** Possible filter types: values of a column, a number, a time range, a grain. */
const traits: Record<string, FilterTraits> = {
  choice: { hasDataset: true, takesColumn: () => true, hasParents: true, isParent: true, hasPreFilter: true },
  number: { hasDataset: true, takesColumn: () => true, hasParents: true, isParent: true, hasPreFilter: true },
  time: { isParent: true, setsTimeRange: true },
  grain: { hasDataset: true },
}
const traitsOf = (entry: FilterEntry) => traits[String(entry['filterType'])] ?? {}
const stored = (type: string) => ({ type, controlDefaults: { enableEmptyFilter: false } })
const as = (entry: FilterEntry, type: string) => changeType(entry, stored(type), traits[type] ?? {})

const filter = (id: string, more: object = {}): FilterEntry => ({
  ...newFilter(id, 1, stored('choice')),
  name: id,
  targets: [{ datasetId: 1, column: { name: 'state' } }],
  ...more,
})

describe('errors', () => {
  const good = filter('a')
  it.each([
    ['nothing', good, false, []],
    ['no name', { ...good, name: ' ' }, false, ['name']],
    ['no dataset', changeDataset(good, undefined), false, ['dataset', 'column']],
    ['no column', changeDataset(good, 2), false, ['column']],
    ['a default that is not set', good, true, ['default']],
    ['required without a default', changeControl(good, 'enableEmptyFilter', true), false, ['default']],
    [
      'required, but first value',
      changeControl(changeControl(good, 'enableEmptyFilter', true), 'defaultToFirstItem', true),
      false,
      [],
    ],
    ['a time range has no dataset', as(good, 'time'), false, []],
    ['a time grain has no column', as(good, 'grain'), false, []],
    ['a divider without title', newDivider('d'), false, ['title']],
    [
      'another dataset without its column',
      { ...good, targets: [{ datasetId: 1, column: { name: 'state' } }, { datasetId: 2 }] },
      false,
      ['others'],
    ],
    ['a filter that depends on itself', filter('a', { cascadeParentIds: ['a'] }), false, ['cycle']],
  ] as const)('%s', (_what, entry, hasDefault, faults) => {
    expect(filterFaults(entry, [entry], { default: hasDefault, preFilter: false }, traitsOf(entry))).toEqual(faults)
  })
})

it('another dataset, column or type resets the default', () => {
  const entry = filter('a', { defaultDataMask: { filterState: { value: ['CA'] } }, kept: 1 })
  for (const changed of [changeDataset(entry, 2), changeColumn(entry, 'x'), as(entry, 'number')]) {
    expect(changed['defaultDataMask']).toEqual({ extraFormData: {}, filterState: {}, ownState: {} })
    expect(changed['kept']).toBe(1)
  }
  expect(targetOf(changeColumn(entry, 'x'))).toEqual({ datasetId: 1, column: { name: 'x' } })
})

it('keeps the columns in other datasets when the first column changes, but not of one that becomes the first', () => {
  const others = [
    { datasetId: 2, column: { name: 'region' } },
    { datasetId: 3, column: { name: 'place' } },
  ]
  const wide = changeOtherTargets(filter('a'), others)
  expect(otherTargets(changeColumn(wide, 'x'))).toEqual(others)
  expect(otherTargets(changeDataset(wide, 2))).toEqual([others[1]])
  expect(otherTargets(as(wide, 'time'))).toEqual([])
})

describe('dependence', () => {
  const entries = [filter('a', { cascadeParentIds: ['b'] }), filter('b', { cascadeParentIds: ['c'] }), filter('c')]
  it('is not a cycle', () => expect(entries.some(({ id }) => isInCycle(id, entries))).toBe(false))
  it('offers no parent that would close a cycle', () => {
    const [a, , c] = entries
    expect(possibleParents(c as FilterEntry, entries, traitsOf)).toEqual([])
    expect(possibleParents(a as FilterEntry, entries, traitsOf).map(({ id }) => id)).toEqual(['b', 'c'])
  })
  it('is removed with its parent', () => {
    expect(savedEntries(entries, new Set(['b'])).map((entry) => entry['cascadeParentIds'])).toEqual([[], []])
  })
})

it('a filter that selects its first value is stored with requiredFirst, and only as long as it does', () => {
  const first = changeControl(filter('a'), 'defaultToFirstItem', true)
  const [saved] = savedEntries([first], new Set())
  expect(saved?.['requiredFirst']).toBe(true)
  const [cleared] = savedEntries([changeControl(saved as FilterEntry, 'defaultToFirstItem', false)], new Set())
  expect(cleared).not.toHaveProperty('requiredFirst')
})

it.each([
  ['a', 1, ['b', 'a', 'c']],
  ['c', -1, ['a', 'c', 'b']],
  ['a', -1, ['a', 'b', 'c']],
  ['b', 9, ['a', 'c', 'b']],
] as const)('moving %s by %i', (id, by, order) => {
  expect(moveEntry([filter('a'), filter('b'), filter('c')], id, by).map((entry) => entry.id)).toEqual(order)
})

describe('scope', () => {
  const chart = (id: number) => ({ id: `c${id}`, type: 'CHART', children: [], meta: { chartId: id } })
  const layout = parseLayout({
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['tabs'] },
    tabs: { id: 'tabs', type: 'TABS', children: ['t1', 't2'] },
    t1: { id: 't1', type: 'TAB', children: ['c1', 'c2'] },
    t2: { id: 't2', type: 'TAB', children: ['c3'] },
    c1: chart(1),
    c2: chart(2),
    c3: chart(3),
  })
  it.each([
    [[1, 2, 3], { rootPath: ['ROOT_ID'], excluded: [] }],
    [[1, 2], { rootPath: ['t1'], excluded: [] }],
    [[1], { rootPath: ['t1'], excluded: [2] }],
    [[1, 3], { rootPath: ['ROOT_ID'], excluded: [2] }],
    [[], { rootPath: ['ROOT_ID'], excluded: [1, 2, 3] }],
  ])('%j is %j and contains exactly those', (chosen, scope) => {
    expect(scopeFor(layout, new Set(chosen))).toEqual(scope)
    expect(chartsInScope(layout, scopeFor(layout, new Set(chosen)))).toEqual(chosen)
  })
})

it('invalid entries are dropped', () => {
  expect(readEntries({ native_filter_configuration: [null, 1, {}, { id: 'a' }] })).toEqual([{ id: 'a' }])
  expect(readEntries({})).toEqual([])
})

describe('pre-filters', () => {
  const filter = {
    ...newFilter('NATIVE_FILTER-a', 1, stored('choice')),
    name: 'A',
    targets: [{ datasetId: 1, column: { name: 'city' } }],
  }
  const adhoc = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'n', operator: '>', comparator: 1 } as const

  it('are required once they are enabled', () => {
    const ticked = { default: false, preFilter: true }
    expect(filterFaults(filter, [filter], ticked, traitsOf(filter))).toEqual(['preFilter'])
    for (const patch of [{ filters: [adhoc] }, { timeRange: 'Last week' }])
      expect(filterFaults(changePreFilter(filter, patch), [filter], ticked, traitsOf(filter))).toEqual([])
  })

  it('are stored where the option query reads them, and removed completely', () => {
    const changed = changePreFilter(filter, { filters: [adhoc], timeRange: 'Last week', timeColumn: 'day' })
    expect(changed).toMatchObject({ adhoc_filters: [adhoc], time_range: 'Last week', granularity_sqla: 'day' })
    expect(preFilterOf(changed)).toEqual({ filters: [adhoc], timeRange: 'Last week', timeColumn: 'day' })
    const nothing = { filters: [], timeRange: undefined, timeColumn: undefined }
    expect(Object.keys(changePreFilter(changed, nothing)).sort()).toEqual(Object.keys(filter).sort())
  })

  it('are removed together with their dataset', () => {
    const changed = changePreFilter(filter, { filters: [adhoc], timeColumn: 'day' })
    expect(hasPreFilter(changeDataset(changed, 2))).toBe(false)
    expect(hasPreFilter(as(changed, 'number'))).toBe(true)
    expect(hasPreFilter(as(changed, 'time'))).toBe(false)
  })

  it('require a time column if there is a time range', () => {
    const parent = newFilter('NATIVE_FILTER-t', undefined, stored('time'))
    expect(needsTimeColumn(filter, [filter, parent], traitsOf)).toBe(false)
    expect(needsTimeColumn({ ...filter, cascadeParentIds: [parent.id] }, [filter, parent], traitsOf)).toBe(true)
  })
})
