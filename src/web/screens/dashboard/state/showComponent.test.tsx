import { expect, it, vi } from 'vitest'
import { parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { parseLayout } from '../../../../model/dashboard/layout.ts'
import { show } from '../../../ui/testing/show.tsx'
import { createDashboardStore } from './dashboardStore.ts'
import { showComponent } from './showComponent.ts'

const layout = parseLayout({
  ROOT_ID: { type: 'ROOT', children: ['TABS'] },
  TABS: { type: 'TABS', children: ['TAB-a', 'TAB-b'] },
  'TAB-a': { type: 'TAB', children: [] },
  'TAB-b': { type: 'TAB', children: ['R'] },
  R: { type: 'ROW', children: ['C1'] },
  C1: { type: 'CHART', meta: { chartId: 1 } },
})
const storeOf = () =>
  createDashboardStore({
    id: 1,
    layout,
    charts: new Map(),
    metadata: parseMetadata({}),
    masks: {},
    activeTabs: { TABS: 'TAB-a' },
  })

it('opens the tab of a chart, waits until its content is rendered, scrolls to it and marks it', async () => {
  const store = storeOf()
  showComponent(store, 'C1')
  expect(store.getState().activeTabs).toEqual({ TABS: 'TAB-b' })
  // the content of the tab is rendered some frames later
  await new Promise((done) => setTimeout(done, 100))
  const [scrolled, marked] = [vi.fn(), vi.fn()]
  show(
    <div
      id="C1"
      ref={(chart) => {
        if (chart) Object.assign(chart, { scrollIntoView: scrolled, animate: marked })
      }}
    />,
  )
  await vi.waitFor(() => expect(scrolled).toHaveBeenCalledWith({ block: 'center' }))
  expect(marked).toHaveBeenCalledTimes(1)
})

it('does nothing for a component that does not exist', () => {
  const store = storeOf()
  const before = store.getState()
  showComponent(store, 'C9')
  expect(store.getState()).toBe(before)
})
