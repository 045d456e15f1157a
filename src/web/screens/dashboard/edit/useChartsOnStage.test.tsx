import { beforeEach, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { newComponent, type Position } from '../../../../model/dashboardEdit/layoutEdit.ts'
import { show } from '../../../ui/testing/show.tsx'
import { useToasts } from '../../../ui/toast.ts'
import type { Editor } from './editStore.ts'
import { useChartsOnStage } from './useChartsOnStage.ts'

const withCharts = (...ids: number[]): Position => {
  const charts = ids.map((id) => newComponent('CHART', `CHART-${id}`, { chartId: id }))
  const row = { ...newComponent('ROW', 'ROW-1'), children: charts.map(({ id }) => id) }
  return Object.fromEntries([
    ['ROOT_ID', { ...newComponent('ROOT', 'ROOT_ID'), children: ['GRID_ID'] }],
    ['GRID_ID', { ...newComponent('GRID', 'GRID_ID'), children: ['ROW-1'] }],
    ['ROW-1', row],
    ...charts.map((chart) => [chart.id, chart] as const),
  ]) as Position
}

/** The parts of an editor that load charts. */
function editorOf(start: Position) {
  let position = start
  const store = createStore(() => ({ lostCharts: new Set<number>(), moves: 0 }))
  const session = { store: createStore(() => ({ charts: new Map(), datasources: new Map() })) }
  return {
    editor: { store, session, position: () => position } as unknown as Editor,
    store,
    move: (next: Position) => {
      position = next
      store.setState(({ moves }) => ({ moves: moves + 1 }))
    },
  }
}

function Stage({ editor }: { editor: Editor }) {
  useChartsOnStage(editor)
  return null
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ message: 'Not found' }), { status: 404 }))
})

const said = () =>
  useToasts.getState().toasts.map(({ text }) => (typeof text === 'string' ? text : String(text.text.defaultMessage)))

it('shows a message if a chart that is being added no longer exists', async () => {
  const { editor, store, move } = editorOf(withCharts())
  show(<Stage editor={editor} />)
  move(withCharts(7))
  await vi.waitFor(() => expect(store.getState().lostCharts.has(7)).toBe(true))
  expect(said()).toEqual(['Sorry, there is no chart definition associated with the chart trying to be added.'])
})

it('shows no message for a chart that was in the layout before: its tile does', async () => {
  const { editor, store } = editorOf(withCharts(7))
  show(<Stage editor={editor} />)
  await vi.waitFor(() => expect(store.getState().lostCharts.has(7)).toBe(true))
  expect(said()).toEqual([])
})
