import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { parseLayout } from '../../../../model/dashboard/layout.ts'
import { withCharts } from '../../../../model/dashboardEdit/testing/layouts.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import { dashboardColors } from './dashboardColors.ts'
import { type ChartRun, createDashboardStore } from './dashboardStore.ts'

const ids = [1, 2, 3]
const run = (phase: ChartRun['phase']): ChartRun => ({ phase, key: '', startedAt: 0 })

function open() {
  const store = createDashboardStore({
    id: 1,
    layout: parseLayout(withCharts(3)),
    charts: new Map(ids.map((id) => [id, { id, form_data: {} } as DashboardChart])),
    metadata: parseMetadata({}),
    masks: {},
    activeTabs: {},
    runs: Object.fromEntries(ids.map((id) => [id, run('loading')])),
  })
  const colors = dashboardColors(store)
  const paint = (id: number, labels: string[]) => labels.map(colors.scaleOf(id)('sextant', {}, labels))
  const arrive = (id: number, labels: string[]) => {
    store.setState(({ runs }) => ({ runs: { ...runs, [id]: run('done') } }))
    const painted = paint(id, labels)
    vi.runAllTimers()
    return painted
  }
  return { store, paint, arrive }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const [first, second, third] = [
  ['a', 'b'],
  ['b', 'a'],
  ['c', 'b'],
]

it('assigns colors in layout order, regardless of which chart loads first', () => {
  const { paint, arrive } = open()
  for (const [id, labels] of [
    [3, third],
    [2, second],
    [1, first],
  ] as const)
    arrive(id, labels)
  const inOrder = open()
  for (const [id, labels] of [
    [1, first],
    [2, second],
    [3, third],
  ] as const)
    inOrder.arrive(id, labels)
  const all = [
    [1, first],
    [2, second],
    [3, third],
  ] as const
  expect(all.map(([id, labels]) => paint(id, labels))).toEqual(all.map(([id, labels]) => inOrder.paint(id, labels)))
})

it('corrects the colors of a chart as soon as all charts above it have loaded', () => {
  const { paint, arrive } = open()
  const before = arrive(2, second)
  const above = arrive(1, first)
  expect(paint(1, first)).toEqual(above)
  expect(before).not.toEqual(above.toReversed())
  expect(paint(2, second)).toEqual(above.toReversed())
})

it('does not change visible colors if a filter adds a label to a chart above', () => {
  const { store, paint, arrive } = open()
  arrive(1, ['x'])
  arrive(2, second)
  const seen = arrive(3, third)
  store.setState({ applied: {} })
  store.setState(({ runs }) => ({ runs: { ...runs, 1: run('loading') } }))
  arrive(1, ['c', 'x', 'b'])
  expect(paint(3, third)).toEqual(seen)
})
