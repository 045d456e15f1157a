import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { chartExtraFormData } from '../../../../model/dashboard/dashboardState.ts'
import type { DataMask } from '../../../../model/dashboard/dataMask.ts'
import { parseLayout } from '../../../../model/dashboard/layout.ts'
import { clearAll, crossFilter, setDraft } from '../state/actions.ts'
import { createDashboardStore } from '../state/dashboardStore.ts'
import { applyWhenSettled } from './applyWhenSettled.ts'

const layout = parseLayout({
  ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', children: ['R'] },
  R: { type: 'ROW', children: ['A', 'B'] },
  A: { type: 'CHART', meta: { chartId: 1 } },
  B: { type: 'CHART', meta: { chartId: 2 } },
})
const filter = (name: string, isRequired = false) => ({
  id: `NATIVE_FILTER-${name}`,
  type: 'NATIVE_FILTER',
  name,
  filterType: 'filter_select',
  targets: [{ datasetId: 1, column: { name } }],
  controlValues: { enableEmptyFilter: isRequired },
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
})
const mask = (col: string, ...val: string[]) => ({
  extraFormData: { filters: [{ col, op: 'IN' as const, val }] },
  filterState: { value: val },
})
const none = { extraFormData: {}, filterState: { value: null } }

/** A dashboard with two filters, and the number of changes to its applied filters. */
function opened({ isRequired = false } = {}) {
  const store = createDashboardStore({
    id: 1,
    layout,
    charts: new Map(),
    metadata: parseMetadata({
      instant_filtering: true,
      native_filter_configuration: [filter('region', isRequired), filter('product')],
    }),
    masks: {},
    activeTabs: {},
  })
  const changes: unknown[] = []
  store.subscribe(({ applied }, before) => applied !== before.applied && changes.push(applied))
  const valuesOf = (chartId: number) => {
    const { applied, reach } = store.getState()
    const { filters = [] } = chartExtraFormData(chartId, applied, reach)
    return filters.map(({ val }) => String(val)).toSorted()
  }
  return { store, changes, valuesOf }
}

const save = vi.fn()

beforeEach(() => {
  save.mockReset()
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

describe('filters that apply at once', () => {
  it('apply once after the last of several changes', () => {
    const { store, changes, valuesOf } = opened()
    const stop = applyWhenSettled(store, save)
    setDraft(store, 'NATIVE_FILTER-region', mask('region', 'West'))
    vi.advanceTimersByTime(400)
    setDraft(store, 'NATIVE_FILTER-region', mask('region', 'West', 'East'))
    vi.advanceTimersByTime(400)
    expect([changes.length, valuesOf(1)]).toEqual([0, []])
    setDraft(store, 'NATIVE_FILTER-product', mask('product', 'Rug'))
    vi.advanceTimersByTime(500)
    expect([changes.length, valuesOf(1)]).toEqual([1, ['Rug', 'West,East']])
    stop()
  })

  it('do not change cross-filters, including those that are set in between', () => {
    const { store, valuesOf } = opened()
    const stop = applyWhenSettled(store, save)
    setDraft(store, 'NATIVE_FILTER-region', mask('region', 'West'))
    crossFilter(store, 2, mask('channel', 'Web'))
    expect(valuesOf(1)).toEqual(['Web'])
    vi.advanceTimersByTime(500)
    expect(valuesOf(1)).toEqual(['Web', 'West'])
    stop()
  })

  it('wait while a required one is empty, and apply all when it has a value', () => {
    const { store, changes, valuesOf } = opened({ isRequired: true })
    const stop = applyWhenSettled(store, save)
    setDraft(store, 'NATIVE_FILTER-product', mask('product', 'Rug'))
    vi.advanceTimersByTime(5000)
    expect(changes).toEqual([])
    setDraft(store, 'NATIVE_FILTER-region', mask('region', 'West'))
    vi.advanceTimersByTime(500)
    expect(valuesOf(1)).toEqual(['Rug', 'West'])
    stop()
  })

  it('do not apply the same values again: after a return to the old value, or after Clear all', () => {
    const { store, changes, valuesOf } = opened()
    const stop = applyWhenSettled(store, save)
    setDraft(store, 'NATIVE_FILTER-region', mask('region', 'West'))
    setDraft(store, 'NATIVE_FILTER-region', none)
    vi.advanceTimersByTime(500)
    expect(changes.length).toBe(0)
    setDraft(store, 'NATIVE_FILTER-region', mask('region', 'West'))
    clearAll(store)
    const count = changes.length
    vi.advanceTimersByTime(500)
    expect([changes.length, valuesOf(1)]).toEqual([count, []])
    stop()
  })

  it('are stored before they apply, in case the page is left in between', () => {
    const { store, changes } = opened({ isRequired: true })
    const stop = applyWhenSettled(store, save)
    setDraft(store, 'NATIVE_FILTER-product', mask('product', 'Rug'))
    expect(save).not.toHaveBeenCalled()
    setDraft(store, 'NATIVE_FILTER-region', mask('region', 'West'))
    expect(changes).toEqual([])
    const [stored] = save.mock.lastCall ?? []
    expect(Object.values(stored as Record<string, DataMask>).map(({ filterState }) => filterState?.value)).toEqual([
      ['West'],
      ['Rug'],
    ])
    vi.advanceTimersByTime(500)
    expect(changes).toHaveLength(1)
    // the same object is not stored twice
    expect(changes[0]).toBe(stored)

    setDraft(store, 'NATIVE_FILTER-region', mask('region', 'East'))
    setDraft(store, 'NATIVE_FILTER-region', mask('region', 'West'))
    expect(save).toHaveBeenLastCalledWith(stored)
    stop()
  })

  it('apply changes that were made before the setting was switched on', () => {
    const { store, valuesOf } = opened()
    setDraft(store, 'NATIVE_FILTER-region', mask('region', 'West'))
    const stop = applyWhenSettled(store, save)
    expect(valuesOf(1)).toEqual(['West'])
    stop()
    setDraft(store, 'NATIVE_FILTER-region', mask('region', 'East'))
    vi.advanceTimersByTime(5000)
    expect(valuesOf(1)).toEqual(['West'])
  })
})
