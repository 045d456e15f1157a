import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { dashboardFilters, keepDashboardFilters } from '../../../chart/dashboardFilters.ts'
import { dashboardPage } from '../../../chart/dashboardPage.ts'
import { exploreHref } from '../chart/exploreHref.ts'
import type { DashboardState } from './dashboardStore.ts'
import { keepForExplore } from './keepForExplore.ts'

const stored = new Map<string, string>()
beforeAll(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterAll(() => vi.unstubAllGlobals())

const mask = { extraFormData: { time_range: 'Last week' }, filterState: { value: 'Last week' } }
const state = (applied: DashboardState['applied']) =>
  ({
    charts: new Map([
      [1, {}],
      [2, {}],
    ]),
    applied,
    reach: { 'NATIVE_FILTER-a': new Map([[2, undefined]]) },
  }) as unknown as DashboardState

it('stores the filters of each chart for the chart builder, under the page id in its address', () => {
  keepForExplore(state({ 'NATIVE_FILTER-a': mask }))
  const page = new URLSearchParams(exploreHref(2, 5).split('?')[1]).get('dashboard_page_id')
  expect(dashboardFilters(page, 2)).toEqual({ time_range: 'Last week' })
  expect(dashboardFilters(page, 1)).toBeUndefined()
  expect(dashboardFilters('another page', 2)).toBeUndefined()
  keepForExplore(state({}))
  expect(dashboardFilters(dashboardPage, 2)).toBeUndefined()
})

it('removes the oldest pages, and ignores invalid stored data', () => {
  for (let page = 0; page < 25; page += 1) keepDashboardFilters(`p${page}`, { 1: { time_range: 'Last day' } })
  expect(dashboardFilters('p4', 1)).toBeUndefined()
  expect(dashboardFilters('p24', 1)).toBeDefined()
  stored.set('sextant.dashboardFilters', '{"broken')
  expect(dashboardFilters('p24', 1)).toBeUndefined()
})
