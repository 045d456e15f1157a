import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useToasts } from '../../../ui/toast.ts'
import { showLab, tabOf } from '../testing/showLab.tsx'
import { addTab, addTable, closeTabs, editTab, expandTable, forgetQuery, openTab, removeTable, useLab } from './lab.ts'
import { previewTable } from './preview.ts'
import { saveNow } from './saving.ts'

const tab = tabOf({ id: 4, tables: [{ id: 6, databaseId: 1, schema: 'shop', name: 'orders', isExpanded: true }] })
const other = tabOf({ id: 5, label: 'Untitled Query 2', isLoaded: false })
const contact = 'Please contact your administrator.'

const cases: [text: string, act: () => unknown, answers?: Record<string, unknown>][] = [
  [
    `An error occurred while setting the active tab. ${contact}`,
    () => openTab(5),
    { '/tabstateview/5': { ...other, query_schemas: [] }, '/activate': 500 },
  ],
  ['An error occurred while fetching tab state', () => openTab(5), { '/activate': {} }],
  [`An error occurred while creating the tab. ${contact}`, () => addTab()],
  [`An error occurred while removing tab. ${contact}`, () => closeTabs([4])],
  [`An error occurred while removing query. ${contact}`, () => forgetQuery(4, 'one')],
  [`An error occurred while fetching table metadata. ${contact}`, () => addTable(tab, 'customers')],
  ['An error occurred while fetching table metadata', () => previewTable(tab, 'customers')],
  [`An error occurred while removing the table schema. ${contact}`, () => removeTable(tab, 6)],
  [`An error occurred while expanding the table schema. ${contact}`, () => expandTable(tab, 6, true)],
  [`An error occurred while collapsing the table schema. ${contact}`, () => expandTable(tab, 6, false)],
  [
    'An error occurred while storing your query in the backend. To avoid losing your changes, please save your query using the "Save Query" button.',
    () => {
      editTab(4, { sql: 'SELECT 2' })
      saveNow()
    },
  ],
]

it.each(cases)('%s', async (text, act, answers = {}) => {
  // in development, React logs a rejected tab to the console
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  showLab(null, {
    tabs: [tab, other],
    flags: ['SQLLAB_BACKEND_PERSISTENCE'],
    permissions: ['can_post TabStateView', 'can_post TableSchemaView'],
    answers,
  })
  await act()
  const shown = () => useToasts.getState().toasts.map(({ kind, text: each }) => [kind, textOf(each)])
  await waitFor(() => expect(shown()).toContainEqual(['danger', text]))
  vi.restoreAllMocks()
})

it('a user who may not store tables of tabs still sees them', async () => {
  const { asked } = showLab(null, {
    tabs: [tab, other],
    flags: ['SQLLAB_BACKEND_PERSISTENCE'],
    permissions: ['can_post TabStateView'],
  })
  await addTable(tab, 'customers')
  const [first] = useLab.getState().tabs
  expect(first?.tables.map(({ name }) => name)).toEqual(['customers', 'orders'])
  if (first) removeTable(first, 6)
  expect(useLab.getState().tabs[0]?.tables.map(({ name }) => name)).toEqual(['customers'])
  expect(asked).toEqual([])
})

const textOf = (text: ReturnType<typeof useToasts.getState>['toasts'][number]['text']) =>
  typeof text === 'string' ? text : text.text.defaultMessage
