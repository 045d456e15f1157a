import { describe, expect, it } from 'vitest'
import { layoutFaults } from '../../../../model/dashboardEdit/layoutEdit.ts'
import { tabsOf, withChartOnTab } from './tabs.ts'

const layout = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['TABS-1'] },
  GRID_ID: { id: 'GRID_ID', type: 'GRID', children: [], parents: ['ROOT_ID'] },
  'TABS-1': { id: 'TABS-1', type: 'TABS', children: ['TAB-a', 'TAB-b'], meta: {}, parents: ['ROOT_ID'] },
  'TAB-a': { id: 'TAB-a', type: 'TAB', children: ['TABS-2'], meta: { text: 'First' }, parents: ['ROOT_ID', 'TABS-1'] },
  'TAB-b': { id: 'TAB-b', type: 'TAB', children: [], meta: {}, parents: ['ROOT_ID', 'TABS-1'] },
  'TABS-2': {
    id: 'TABS-2',
    type: 'TABS',
    children: ['TAB-c'],
    meta: {},
    parents: ['ROOT_ID', 'TABS-1', 'TAB-a'],
  },
  'TAB-c': {
    id: 'TAB-c',
    type: 'TAB',
    children: [],
    meta: { text: 'Inner' },
    parents: ['ROOT_ID', 'TABS-1', 'TAB-a', 'TABS-2'],
  },
}
const stored = JSON.stringify(layout)

it('names tabs with their parent tabs', () => {
  expect(tabsOf(stored)).toEqual([
    { id: 'TAB-a', label: 'First' },
    { id: 'TAB-c', label: 'First / Inner' },
    { id: 'TAB-b', label: 'Tab title' },
  ])
})

it.each([null, '', '{}', 'no JSON', '[]', '{"ROOT_ID":{"id":"ROOT_ID","type":"ROOT","children":["ROOT_ID"]}}'])(
  'finds no tabs in %j',
  (text) => expect(tabsOf(text)).toEqual([]),
)

describe('a chart on a tab', () => {
  let count = 0
  const newId = (type: string) => `${type}-new${++count}`

  it.each(['TAB-b', 'TAB-c'])('%s gets its own row', (tabId) => {
    const next = withChartOnTab(stored, tabId, { id: 7, name: 'Sales', hasJoined: true }, newId)
    expect(layoutFaults(next)).toEqual([])
    const chart = Object.values(next).find((item) => (item as { type?: string }).type === 'CHART')
    expect(chart).toMatchObject({ meta: { chartId: 7, sliceName: 'Sales' } })
    expect((chart as { parents: string[] }).parents).toContain(tabId)
  })

  it('is moved there if it was just added to the dashboard, and copied there if it was already on the dashboard', () => {
    const joined = withChartOnTab(stored, 'TAB-c', { id: 7, name: 'Sales', hasJoined: true }, newId)
    const count7 = (position: object) =>
      Object.values(position).filter((item: { meta?: { chartId?: number } }) => item.meta?.chartId === 7).length
    const moved = withChartOnTab(JSON.stringify(joined), 'TAB-b', { id: 7, name: 'Sales', hasJoined: true }, newId)
    expect([count7(moved), layoutFaults(moved)]).toEqual([1, []])
    expect((moved['TAB-c'] as { children: string[] }).children).toEqual([])
    const again = withChartOnTab(JSON.stringify(joined), 'TAB-b', { id: 7, name: 'Sales', hasJoined: false }, newId)
    expect([count7(again), layoutFaults(again)]).toEqual([2, []])
  })

  it('changes nothing if the tab was deleted', () => {
    expect(withChartOnTab(stored, 'TAB-x', { id: 7, name: 'Sales', hasJoined: true }, newId)).toEqual(layout)
  })
})
