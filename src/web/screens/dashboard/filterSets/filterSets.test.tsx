import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type NativeFilter, parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { type DataMasks, isNativeFilter } from '../../../../model/dashboard/dashboardState.ts'
import { parseDashboardUrl } from '../../../../model/dashboard/dashboardUrl.ts'
import { parseLayout } from '../../../../model/dashboard/layout.ts'
import { currentUser } from '../../../api/bootstrap.ts'
import type { DashboardItem } from '../../../api/dashboardView.ts'
import type { StoredFilterSet } from '../../../api/filterSets.ts'
import { answering } from '../../../testing/answering.ts'
import { signedInAs } from '../../../testing/showPage.tsx'
import { show } from '../../../ui/testing/show.tsx'
import { createDashboardStore } from '../state/dashboardStore.ts'
import { loadRestored } from '../state/openSession.ts'
import { type Session, SessionContext } from '../state/session.ts'
import FilterSets from './FilterSets.tsx'
import { faultOf, isApplied, readFilterSet, setToOpen, twinOf, usableMasks, writeFilterSet } from './filterSets.ts'

const stored = (id: string, column: string) => ({
  id,
  type: 'NATIVE_FILTER',
  name: column,
  filterType: 'filter_select',
  targets: [{ datasetId: 3, column: { name: column } }],
})
const filtersOf = (...entries: object[]) =>
  parseMetadata({ native_filter_configuration: entries }).native_filter_configuration.filter(isNativeFilter)
const country = stored('NATIVE_FILTER-1', 'Country')
const year = stored('NATIVE_FILTER-2', 'Year')
const filters = filtersOf(country, year)
const value = (...values: string[]) => ({ filterState: { value: values, label: values.join(', ') } })
const masks: DataMasks = { 'NATIVE_FILTER-1': value('France'), 'NATIVE_FILTER-2': {} }

const row = (id: number, name: string, of: NativeFilter[] = filters, values = masks, more: object = {}) =>
  ({
    id,
    name,
    owner_type: 'Dashboard',
    owner_id: 1,
    params: JSON.parse(writeFilterSet(of, values)) as object,
    ...more,
  }) as StoredFilterSet

describe('a filter set', () => {
  it('is applied if the filters have its values', () => {
    const set = readFilterSet(row(1, 'France'))
    expect(isApplied(set, filters, masks)).toBe(true)
    expect(isApplied(set, filters, { ...masks, 'NATIVE_FILTER-1': value('Spain') })).toBe(false)
  })

  it('does not apply filters that no longer exist on the dashboard, or have changed', () => {
    const changed = filtersOf(stored('NATIVE_FILTER-1', 'City'))
    const set = readFilterSet(row(1, 'France'))
    expect(set.filters.map((filter) => faultOf(filter, changed))).toEqual(['changed', 'gone'])
    expect(usableMasks(set, changed)).toEqual({})
  })

  it('fits a filter that was only renamed', () => {
    const renamed = filtersOf({ ...country, name: 'Land', scope: { rootPath: ['TAB-1'], excluded: [] } })
    expect(faultOf(readFilterSet(row(1, 'x')).filters[0]!, renamed)).toBeUndefined()
  })

  it('has a duplicate only if that one has the same values for every filter', () => {
    const partial = readFilterSet(row(1, 'Partial', filtersOf(country)))
    const whole = readFilterSet(row(2, 'Whole'))
    expect(twinOf([partial], filters, masks)).toBeUndefined()
    expect(twinOf([partial, whole], filters, masks)?.name).toBe('Whole')
  })

  it('opens by the id or the name in the address, or as the default of its user', () => {
    const view = { owner_type: 'User', owner_id: 7, params: { ...row(2, 'x').params, isMyView: true } }
    const sets = [row(1, 'France'), row(2, 'Mine', filters, masks, view)].map(readFilterSet)
    expect(setToOpen(sets, { named: '1', userId: 7 })?.name).toBe('France')
    expect(setToOpen(sets, { named: 'France', userId: 7 })?.name).toBe('France')
    expect(setToOpen(sets, { named: 'None', userId: 7 })).toBeUndefined()
    expect(setToOpen(sets, { named: undefined, userId: 7 })?.name).toBe('Mine')
    expect(setToOpen(sets, { named: undefined, userId: 8 })).toBeUndefined()
  })

  it.each([
    ['France', value('France')],
    ['None', undefined],
  ])('of the parameter filter_set opens the dashboard: %s', async (name, expected) => {
    signedInAs('Reader', [], 'DASHBOARD_NATIVE_FILTERS_SET')
    answering({ 'GET /api/v1/dashboard/1/filtersets': { count: 1, ids: [1], result: [row(1, 'France')] } })
    const metadata = { native_filter_configuration: [country, year] }
    const item = { id: 1, json_metadata: JSON.stringify(metadata) } as DashboardItem
    const url = parseDashboardUrl(`?filter_set=${name}`, '')
    const { dataMask } = await loadRestored(() => Promise.resolve(item), url, new AbortController().signal)
    expect(dataMask?.['NATIVE_FILTER-1']).toEqual(expected)
  })

  it('can be read regardless of what a client has stored', () => {
    expect(readFilterSet({ ...row(1, 'x'), params: { nativeFilters: 5, dataMask: 'x' } })).toMatchObject({
      filters: [],
      masks: {},
    })
  })
})

function showSets(sets: StoredFilterSet[], applied: DataMasks = masks) {
  const metadata = parseMetadata({ native_filter_configuration: [country, year] })
  const store = createDashboardStore({
    id: 1,
    layout: parseLayout({}),
    charts: new Map(),
    metadata,
    masks: applied,
    activeTabs: {},
  })
  const calls = answering({
    'GET /api/v1/dashboard/1/filtersets': () => ({ count: sets.length, ids: [], result: sets }),
    'POST /api/v1/dashboard/1/filtersets': {},
    'PUT /api/v1/dashboard/1/filtersets/5': {},
    'DELETE /api/v1/dashboard/1/filtersets/5': {},
    'POST /api/v1/chart/data': { result: [] },
  })
  signedInAs('Admin', [
    ['can_write', 'Dashboard'],
    ['can_add', 'FilterSets'],
  ])
  const session = { store, item: { id: 1, owners: [{ id: currentUser.userId }] } } as unknown as Session
  const user = show(
    <SessionContext value={session}>
      <FilterSets />
    </SessionContext>,
  )
  return { store, user, calls }
}

describe('the tab of filter sets', () => {
  it('shows the current values and the saved sets, and applies one by a click', async () => {
    const { store, user } = showSets([row(5, 'Spanish', filters, { ...masks, 'NATIVE_FILTER-1': value('Spain') })])
    expect(screen.getByRole('tab', { name: 'All filters (2)' })).toBeDefined()
    await user.click(await screen.findByRole('tab', { name: 'Filter sets (1)' }))
    const current = screen.getByRole('region', { name: 'New filter set' })
    expect(within(current).getByText('Filters (2)')).toBeDefined()
    expect(current.textContent).toContain('Country: France')
    expect(current.textContent).toContain('Year: None')
    const set = screen.getByRole('button', { name: /^(Applied ?)?Spanish$/ })
    expect(set.getAttribute('aria-pressed')).toBe('false')
    await user.click(set)
    expect(store.getState().applied['NATIVE_FILTER-1']?.filterState?.value).toEqual(['Spain'])
    expect(set.getAttribute('aria-pressed')).toBe('true')
  })

  it('creates a set of the current values under a new name', async () => {
    const { user, calls } = showSets([row(5, 'Spanish', filters, { 'NATIVE_FILTER-1': value('Spain') })])
    await user.click(await screen.findByRole('tab', { name: 'Filter sets (1)' }))
    await user.click(screen.getByRole('button', { name: 'Create new filter set' }))
    const name = screen.getByRole('textbox', { name: 'Name of the filter set' })
    await user.clear(name)
    // a disabled button is wrapped by the tooltip with its reason
    const isOff = () => screen.getByRole('button', { name: 'Create' }).getAttribute('aria-disabled')
    expect(isOff()).toBe('true')
    await user.type(name, 'Spanish')
    expect(isOff()).toBe('true')
    await user.clear(name)
    await user.type(name, 'French')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() =>
      expect(calls.some(({ call }) => call.startsWith('POST') && call.includes('filtersets'))).toBe(true),
    )
    const sent = calls.find(({ call }) => call === 'POST /api/v1/dashboard/1/filtersets')?.body as Record<
      string,
      string
    >
    expect(sent).toMatchObject({ name: 'French', owner_type: 'Dashboard', owner_id: 1 })
    expect(JSON.parse(String(sent['json_metadata']))).toMatchObject({
      dataMask: { 'NATIVE_FILTER-1': { filterState: { value: ['France'] } } },
    })
  })

  it('does not create a set that exists already', async () => {
    const { user } = showSets([row(5, 'Same')])
    await user.click(await screen.findByRole('tab', { name: 'Filter sets (1)' }))
    expect(screen.getByRole('button', { name: 'Create new filter set' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('removes invalid filters from a set, and deletes it', async () => {
    const gone = filtersOf(country, stored('NATIVE_FILTER-9', 'Old'))
    const { user, calls } = showSets([row(5, 'Old', gone)])
    await user.click(await screen.findByRole('tab', { name: 'Filter sets (1)' }))
    expect(screen.getByLabelText("This filter doesn't exist in dashboard. It will not be applied.")).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Actions for Old' }))
    await user.click(await screen.findByRole('menuitem', { name: /Rebuild/ }))
    await waitFor(() => expect(calls.some(({ call }) => call.startsWith('PUT'))).toBe(true))
    const sent = calls.find(({ call }) => call.startsWith('PUT'))?.body as Record<string, string>
    expect(Object.keys((JSON.parse(String(sent['json_metadata'])) as { nativeFilters: object }).nativeFilters)).toEqual(
      ['NATIVE_FILTER-1'],
    )
    await user.click(screen.getByRole('button', { name: 'Actions for Old' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await waitFor(() => expect(calls.some(({ call }) => call.startsWith('DELETE'))).toBe(true))
  })
})
