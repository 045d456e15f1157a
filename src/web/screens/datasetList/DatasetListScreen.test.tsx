import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering } from '../../testing/answering.ts'
import { showPage, signedInAs } from '../../testing/showPage.tsx'
import { useToasts } from '../../ui/toast.ts'
import { DatasetListScreen } from './DatasetListScreen.tsx'

// loaded here, because the page loads it only when the dialog opens
await import('./DuplicateDialog.tsx')

const dataset = (id: number, table_name: string, kind: string, more: object = {}) => ({
  id,
  table_name,
  kind,
  database: { id: 1, database_name: 'examples' },
  schema: 'main',
  description: null,
  explore_url: `/explore/?datasource_type=table&datasource_id=${id}`,
  extra: null,
  owners: [],
  changed_by_name: 'Ada',
  changed_on_utc: '2024-02-29T12:00:00',
  ...more,
})
const extra = JSON.stringify({ certification: { certified_by: 'Data team' }, warning_markdown: 'Late' })
const list = {
  'GET /api/v1/dataset/': {
    count: 2,
    ids: [1, 2],
    result: [dataset(1, 'orders', 'physical', { extra }), dataset(2, 'sums', 'virtual')],
  },
}

it('the list of datasets: columns, filters, buttons, marks, actions of a row', async () => {
  signedInAs(
    'Admin',
    [
      ['can_write', 'Dataset'],
      ['can_export', 'Dataset'],
      ['can_duplicate', 'Dataset'],
    ],
    'VERSIONED_EXPORT',
  )
  const calls = answering({ ...list, 'POST /api/v1/dataset/duplicate': { id: 3, result: {} } })
  const { user } = showPage(DatasetListScreen)
  const table = await screen.findByRole('table', { name: 'Datasets' })
  const heads = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
  expect(heads).toEqual(['Name', 'Type', 'Database', 'Schema', 'Owners', 'Last modified', 'Actions'])
  const physical = within(await within(table).findByRole('row', { name: /orders/ }))
  for (const mark of ['Physical dataset', 'Certified by Data team', 'Late'])
    expect(physical.getByRole('img', { name: mark })).toBeDefined()
  for (const name of ['Delete', 'Export', 'Edit']) expect(physical.getByRole('button', { name })).toBeDefined()
  expect(physical.queryByRole('button', { name: 'Duplicate' })).toBeNull()
  for (const name of ['Type', 'Database', 'Schema', 'Owner', 'Certified', 'Modified by'])
    expect(screen.getByRole('combobox', { name })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Dataset' }).getAttribute('href')).toBe('/dataset/add/')
  for (const name of ['Bulk select', 'Import datasets']) expect(screen.getByRole('button', { name })).toBeDefined()

  const virtual = within(within(table).getByRole('row', { name: /sums/ }))
  expect(virtual.getByRole('img', { name: 'Virtual dataset' })).toBeDefined()
  await user.click(virtual.getByRole('button', { name: 'Duplicate' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate dataset' }))
  const name = dialog.getByLabelText(/^New dataset name/)
  await user.clear(name)
  await user.paste('sums of Ada')
  await user.click(dialog.getByRole('button', { name: 'Duplicate' }))
  await expect
    .poll(() => calls.find(({ call }) => call.startsWith('POST'))?.body)
    .toEqual({ base_model_id: 2, table_name: 'sums of Ada' })
})

it('bulk select counts the selected datasets of each kind', async () => {
  signedInAs(
    'Admin',
    [
      ['can_write', 'Dataset'],
      ['can_export', 'Dataset'],
    ],
    'VERSIONED_EXPORT',
  )
  answering(list)
  const { user } = showPage(DatasetListScreen)
  await screen.findByRole('row', { name: /sums/ })
  await user.click(screen.getByRole('button', { name: 'Bulk select' }))
  expect(screen.getByText('0 Selected')).toBeDefined()
  for (const box of screen.getAllByRole('checkbox', { name: /orders|sums/ })) await user.click(box)
  expect(screen.getByText('2 Selected (1 Physical, 1 Virtual)')).toBeDefined()
  const bar = within(screen.getByRole('toolbar', { name: /Selected/ }))
  for (const name of ['Delete', 'Export']) expect(bar.getByRole('button', { name })).toBeDefined()
  await user.click(bar.getByRole('button', { name: 'Deselect all' }))
  expect(screen.getByText('0 Selected')).toBeDefined()
  await user.click(bar.getByRole('button', { name: 'Stop selecting' }))
  expect(screen.queryByRole('toolbar', { name: /Selected/ })).toBeNull()
})

it('filters that match nothing can be cleared', async () => {
  signedInAs('Admin', [])
  answering({
    'GET /api/v1/dataset/': (_: unknown, query: string) =>
      query.includes('filters') ? { count: 0, ids: [], result: [] } : list['GET /api/v1/dataset/'],
  })
  const { user } = showPage(DatasetListScreen)
  await screen.findByRole('row', { name: /sums/ })
  await user.type(screen.getByPlaceholderText('Type a value'), 'nothing{Enter}')
  await screen.findByText('No results match your filter criteria')
  expect(screen.getByText('Try different criteria to display results.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^clear all filters$/i }))
  await screen.findByRole('row', { name: /sums/ })
})

it('users who do not own a dataset see why it cannot be edited', async () => {
  signedInAs('Alpha', [['can_write', 'Dataset']])
  answering(list)
  const { user } = showPage(DatasetListScreen)
  const row = within(await screen.findByRole('row', { name: /orders/ }))
  await user.hover(row.getByRole('button', { name: /Edit/ }))
  await screen.findAllByText(/^You must be a dataset owner in order to edit\./)
})

it('if the usage of a dataset is unknown, or a copy fails, a message says so', async () => {
  signedInAs('Admin', [
    ['can_write', 'Dataset'],
    ['can_duplicate', 'Dataset'],
  ])
  answering(list)
  const { user } = showPage(DatasetListScreen)
  const told = () => useToasts.getState().toasts.map(({ text }) => text)
  const row = within(await screen.findByRole('row', { name: /sums/ }))
  await user.click(row.getByRole('button', { name: 'Delete' }))
  await expect.poll(told).toContain('An error occurred while fetching dataset related data')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  await user.click(row.getByRole('button', { name: 'Duplicate' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate dataset' }))
  await user.click(dialog.getByRole('button', { name: 'Duplicate' }))
  await expect.poll(told).toContain('There was an issue duplicating the dataset.')
})
