import { describe, expect, it } from 'vitest'
import { parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { defaultActiveTabs, parseLayout } from '../../../../model/dashboard/layout.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import { clearAll, outlineCharts } from './actions.ts'
import { createDashboardStore } from './dashboardStore.ts'

const tabbed = {
  ROOT_ID: { type: 'ROOT', children: ['TABS'] },
  TABS: { type: 'TABS', children: ['TEXT', 'CHARTS'] },
  TEXT: { type: 'TAB', children: ['M'] },
  M: { type: 'MARKDOWN', meta: { code: 'Read this first.' } },
  CHARTS: { type: 'TAB', children: ['R'] },
  R: { type: 'ROW', children: ['C'] },
  C: { type: 'CHART', meta: { chartId: 1 } },
}

function storeWith(chartIds: number[], position: Record<string, unknown> = tabbed, open: string = 'TEXT') {
  const layout = parseLayout(position)
  return createDashboardStore({
    id: 1,
    layout,
    charts: new Map(chartIds.map((id) => [id, { id, form_data: {} } as DashboardChart])),
    metadata: parseMetadata({}),
    masks: {},
    activeTabs: { ...defaultActiveTabs(layout), TABS: open },
  })
}

describe('dashboard store', () => {
  it.each([
    ['no chart anywhere', [], undefined, true],
    ['a chart on the open tab', [1], 'CHARTS', false],
    ['a text only on the open tab', [1], 'TEXT', true],
    ['a chart on the open tab that is gone', [], 'CHARTS', true],
  ])('%s decides whether filters load at once', (_what, ids, open, expected) => {
    expect(storeWith(ids, tabbed, open).getState().isAsked).toBe(expected)
  })
})

describe('Clear all', () => {
  const filter = (isRequired: boolean) => ({
    id: 'NATIVE_FILTER-a',
    type: 'NATIVE_FILTER',
    name: 'A',
    filterType: 'filter_select',
    targets: [{ datasetId: 1, column: { name: 'a' } }],
    controlValues: { enableEmptyFilter: isRequired },
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
  })
  const set = {
    extraFormData: { filters: [{ col: 'a', op: 'IN' as const, val: ['x'] }] },
    filterState: { value: ['x'] },
  }

  it.each([
    ['an optional filter and a cross filter', false, null],
    ['a cross filter, and not a required filter', true, ['x']],
  ])('removes %s in one change', (_what, isRequired, expected) => {
    const layout = parseLayout(tabbed)
    const store = createDashboardStore({
      id: 1,
      layout,
      charts: new Map([[1, { id: 1, form_data: {} } as DashboardChart]]),
      metadata: parseMetadata({ native_filter_configuration: [filter(isRequired)] }),
      masks: { 'NATIVE_FILTER-a': set, '1': set },
      activeTabs: defaultActiveTabs(layout),
    })
    let changes = 0
    store.subscribe(({ applied }, before) => {
      if (applied !== before.applied) changes += 1
    })
    clearAll(store)
    const { applied, drafts } = store.getState()
    expect(Object.keys(applied)).toEqual(['NATIVE_FILTER-a'])
    expect(applied['NATIVE_FILTER-a']?.filterState?.value ?? null).toEqual(expected)
    expect(drafts['NATIVE_FILTER-a']?.filterState?.value ?? null).toBeNull()
    expect(changes).toBe(1)
  })
})

it('a filter under the pointer outlines the charts in its scope, and no others', () => {
  const filter = {
    id: 'NATIVE_FILTER-a',
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    targets: [],
    scope: { rootPath: ['ROOT_ID'], excluded: [2] },
  }
  const layout = parseLayout({
    ROOT_ID: { type: 'ROOT', children: ['R'] },
    R: { type: 'ROW', children: ['A', 'B'] },
    A: { type: 'CHART', meta: { chartId: 1 } },
    B: { type: 'CHART', meta: { chartId: 2 } },
  })
  const metadata = parseMetadata({ native_filter_configuration: [filter] })
  const store = createDashboardStore({ id: 1, layout, charts: new Map(), metadata, masks: {}, activeTabs: {} })
  const outlined = () => [1, 2].filter((id) => store.getState().outlined?.has(id))
  outlineCharts(store, 'NATIVE_FILTER-a')
  expect(outlined()).toEqual([1])
  outlineCharts(store, undefined)
  expect(outlined()).toEqual([])
})
