import { describe, expect, it } from 'vitest'
import { wholeDashboard } from '../dashboard/scope.ts'
import type { FilterEntry } from './dashboardEditFilters.ts'
import { filterDifferences, filterFacts } from './filterFacts.ts'

const region: FilterEntry = {
  id: 'NATIVE_FILTER-a',
  type: 'NATIVE_FILTER',
  name: 'Region',
  filterType: 'filter_select',
  targets: [{ datasetId: 3, column: { name: 'region' } }],
  controlValues: { multiSelect: true, defaultToFirstItem: false, sortAscending: false },
  defaultDataMask: { filterState: { value: ['Asia', null] } },
  cascadeParentIds: [],
  scope: wholeDashboard,
  chartsInScope: [1, 2],
  description: '',
}
const text = (...entries: FilterEntry[]) => JSON.stringify(entries)

describe('facts of a filter', () => {
  it('are its name, type, column, default and scope, and other settings', () => {
    expect(filterFacts(region)).toEqual([
      { key: 'name', value: 'Region' },
      { key: 'filterType', value: 'filter_select' },
      { key: 'dataset', value: { dataset: 3 } },
      { key: 'column', value: 'region' },
      { key: 'default', value: 'Asia, <NULL>' },
      { key: 'scope', value: { scope: wholeDashboard } },
      { key: 'multiSelect', value: { word: 'yes' } },
      { key: 'sortAscending', value: { word: 'descending' } },
    ])
  })

  it.each([
    ['no default', { defaultDataMask: {} }, { key: 'default', value: { word: 'none' } }],
    ['the first value', { controlValues: { defaultToFirstItem: true } }, { key: 'default', value: { word: 'first' } }],
    ['a value of its type', { controlValues: { enableSingleValue: 2 } }, { key: 'enableSingleValue', value: '2' }],
    [
      'a further dataset',
      { targets: [region['targets'], { datasetId: 4, column: { name: 'place' } }].flat() },
      { key: 'also', value: { dataset: 4, column: 'place' } },
    ],
    ['dependence', { cascadeParentIds: ['x'] }, { key: 'parents', value: { filters: ['x'] } }],
    [
      'a pre-filter',
      { adhoc_filters: [{ subject: 'year', operator: '>', comparator: 1990 }, { sqlExpression: 'a = b' }] },
      { key: 'adhoc_filters', value: 'year > 1990, a = b' },
    ],
    ['what nobody knows', { own_key: { a: 1 } }, { key: 'own_key', value: '{"a":1}' }],
  ])('%s', (_what, patch, fact) => expect(filterFacts({ ...region, ...patch })).toContainEqual(fact))

  it('of a divider is its title', () => {
    expect(filterFacts({ id: 'd', type: 'DIVIDER', title: 'Places' })).toEqual([{ key: 'name', value: 'Places' }])
  })
})

describe('filters of two saves', () => {
  const other = { ...region, id: 'NATIVE_FILTER-b', name: 'Country' }

  it('are reported only if they differ', () => {
    const renamed = { ...region, name: 'World region' }
    const found = filterDifferences({
      before: text(region, other),
      theirs: text(region, other),
      mine: text(renamed, other),
    })
    expect(found).toEqual({
      filters: [{ id: region.id, name: 'World region', before: region, theirs: region, mine: renamed }],
      order: undefined,
    })
  })

  it('are reported if one version has none', () => {
    const { filters } = filterDifferences({ before: '', theirs: text(other), mine: '' })
    expect(filters).toEqual([{ id: other.id, name: 'Country', before: undefined, theirs: other, mine: undefined }])
  })

  it('are reported if only their order differs, and recomputed lists of charts are ignored', () => {
    const found = filterDifferences({
      before: text(region, other),
      theirs: text(other, { ...region, chartsInScope: [] }),
      mine: text(region, other),
    })
    expect(found.filters).toEqual([])
    expect(found.order).toEqual({ before: 'Region\nCountry', theirs: 'Country\nRegion', mine: 'Region\nCountry' })
  })
})
