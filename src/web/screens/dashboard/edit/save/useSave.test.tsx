import { screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { type DashboardDocument, openDocument } from '../../../../../model/dashboardEdit/dashboardEdit.ts'
import { bootstrap } from '../../../../api/bootstrap.ts'
import { answering } from '../../../../testing/answering.ts'
import { showPage } from '../../../../testing/showPage.tsx'
import { useToasts } from '../../../../ui/toast.ts'
import type { Editor } from '../editStore.ts'
import { useSave } from './useSave.ts'

const limitName = 'SUPERSET_DASHBOARD_POSITION_DATA_LIMIT'
const saved = ['success', 'This dashboard was saved successfully.']

function open(characters: number) {
  const { conf } = bootstrap.common
  const before = conf[limitName]
  conf[limitName] = 1000
  onTestFinished(() => void (conf[limitName] = before))
  const calls = answering({ 'PUT /api/v1/dashboard/1': { id: 1, result: {} } })
  const empty = JSON.stringify({ A: { id: '' } }).length
  const document = {
    ...openDocument({} as never, [], (type) => type),
    position: { A: { id: 'x'.repeat(characters - empty) } },
  } as unknown as DashboardDocument
  const session = {
    item: { id: 1, slug: null },
    store: createStore(() => ({ boxFilters: [] })),
    colors: { given: () => ({}) },
  }
  const store = createStore(() => ({ version: '1', isSaving: false }))
  const editor = { session, store, document: () => document } as unknown as Editor
  function Save() {
    const { save } = useSave(editor)
    return (
      <button type="button" onClick={() => void save()}>
        save
      </button>
    )
  }
  return { calls, ...showPage(() => <Save />) }
}

it.each([
  ['saved in silence below 90 %', 899, [saved]],
  ['saved with a warning from 90 %', 900, [['warning', 'Your dashboard is near the size limit.'], saved]],
  [
    'not saved at the limit',
    1000,
    [['danger', 'Your dashboard is too large. Please reduce its size before saving it.']],
  ],
])('a layout is %s of the largest size', async (_name, characters, expected) => {
  const { user, calls } = open(characters)
  await user.click(await screen.findByRole('button', { name: 'save' }))
  await waitFor(() => expect(useToasts.getState().toasts.map(({ kind, text }) => [kind, text])).toEqual(expected))
  expect(calls.some(({ call }) => call.startsWith('PUT'))).toBe(characters < 1000)
})
