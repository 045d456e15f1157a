import { screen, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { answering } from '../../testing/answering.ts'
import { showPage, signedInAs } from '../../testing/showPage.tsx'
import { useToasts } from '../../ui/toast.ts'
import { DatabaseListScreen } from './DatabaseListScreen.tsx'

// loaded here, because the page loads it only when the dialog opens
await import('../../databaseDialog/DatabaseDialog.tsx')

const database = {
  id: 3,
  database_name: 'Sales',
  backend: 'postgresql',
  allow_run_async: false,
  allow_dml: true,
  allow_file_upload: true,
  expose_in_sqllab: true,
  created_by: { first_name: 'Ada', last_name: 'L' },
  changed_on: '2024-02-29T12:00:00',
}
const uploads = ['Csv', 'Columnar', 'Excel'].flatMap((kind): [string, string][] => [
  ['can_this_form_get', `${kind}ToDatabaseView`],
  ['can_this_form_post', `${kind}ToDatabaseView`],
])
const list = { 'GET /api/v1/database/': { count: 1, ids: [3], result: [database] } }

it('the list of databases: columns, filters, buttons, actions of a row', async () => {
  signedInAs(
    'Admin',
    [['can_write', 'Database'], ['can_export', 'Database'], ['can_write', 'Dataset'], ...uploads],
    'VERSIONED_EXPORT',
  )
  const calls = answering({ ...list, 'GET /api/v1/upload/databases/': { result: [{ id: 3 }] } })
  const { user } = showPage(DatabaseListScreen)
  const table = await screen.findByRole('table', { name: 'Databases' })
  const heads = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
  const names = ['Name', 'Backend', 'AQE', 'DML', 'CSV upload', 'Expose in SQL Lab', 'Created by', 'Last modified']
  expect(heads).toEqual([...names, 'Actions'])
  const row = within(await within(table).findByRole('row', { name: /Sales/ }))
  expect(row.getByText('postgresql')).toBeDefined()
  expect(row.getAllByRole('img', { name: 'Yes' })).toHaveLength(3)
  expect(row.getAllByRole('img', { name: 'No' })).toHaveLength(1)
  for (const name of ['Edit', 'Export', 'Delete']) expect(row.getByRole('button', { name })).toBeDefined()
  for (const name of ['Expose in SQL Lab', 'AQE']) expect(screen.getByRole('combobox', { name })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Database' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Upload file to database' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Upload CSV',
    'Upload columnar file',
    'Upload Excel file',
  ])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('searchbox'))
  await user.paste('sal')
  await user.keyboard('{Enter}')
  await screen.findByRole('table', { name: 'Databases' })
  expect(calls.at(-1)?.query).toContain('(col:database_name,opr:ct,value:sal)')
})

it('on phones, the actions of a row are in a menu', async () => {
  const real = window.matchMedia.bind(window)
  const matching = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }
  const narrow = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) =>
      query === '(max-width: 767px)' ? (matching as unknown as MediaQueryList) : real(query),
    )
  onTestFinished(() => narrow.mockRestore())
  signedInAs(
    'Admin',
    [
      ['can_write', 'Database'],
      ['can_export', 'Database'],
    ],
    'VERSIONED_EXPORT',
  )
  answering(list)
  const { user } = showPage(DatabaseListScreen)
  const row = within(await screen.findByRole('row', { name: /Sales/ }))
  expect(row.queryByRole('button', { name: 'Edit' })).toBeNull()
  await user.click(row.getByRole('button', { name: 'Actions' }))
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(['Edit', 'Export', 'Delete']))
})

it('the address opens the dialog to connect a database, and is reset when the dialog is closed', async () => {
  signedInAs('Admin', [['can_write', 'Database']])
  answering({ ...list, 'GET /api/v1/database/available/': { databases: [] } })
  const { user, address } = showPage(DatabaseListScreen, '?show_database_modal=true')
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect a database' }))
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(address()).toBe('/')
})

it('a reader of databases sees no actions', async () => {
  signedInAs('Gamma', [])
  answering(list)
  showPage(DatabaseListScreen)
  const row = within(await screen.findByRole('row', { name: /Sales/ }))
  expect(row.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Database' })).toBeNull()
})

it('the confirmation of a deletion counts charts, dashboards and tabs of SQL Lab', async () => {
  signedInAs('Admin', [['can_write', 'Database']])
  const none = { count: 0, result: [] }
  const calls = answering({
    ...list,
    'GET /api/v1/database/3/related_objects/': {
      charts: { count: 2, result: [] },
      dashboards: { count: 1, result: [] },
      sqllab_tab_states: { count: 3, result: [] },
    },
    'POST /api/v1/usage/': { result: { charts: none, dashboards: none } },
    'DELETE /api/v1/database/3': { message: 'OK' },
  })
  const { user } = showPage(DatabaseListScreen)
  const row = within(await screen.findByRole('row', { name: /Sales/ }))
  await user.click(row.getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete Database?' }))
  const text =
    'The database Sales is linked to 2 charts that appear on 1 dashboard and users have 3 SQL Lab tabs using this database open. Are you sure you want to continue? Deleting the database will break those objects.'
  await question.findByText((_, element) => element?.textContent === text && element.children.length === 1)
  const remove = question.getByRole<HTMLButtonElement>('button', { name: /delete/i })
  expect(remove.disabled).toBe(true)
  await user.type(question.getByLabelText(/Type "DELETE" to confirm/), 'delete')
  await user.click(remove)
  expect(calls.some(({ call }) => call === 'DELETE /api/v1/database/3')).toBe(true)
})

it('if the usage of a database is unknown, the confirmation says so, and can still be confirmed', async () => {
  signedInAs('Admin', [['can_write', 'Database']])
  answering(list)
  const { user } = showPage(DatabaseListScreen)
  const row = within(await screen.findByRole('row', { name: /Sales/ }))
  await user.click(row.getByRole('button', { name: 'Delete' }))
  await screen.findByRole('dialog', { name: 'Delete Database?' })
  await expect
    .poll(() => useToasts.getState().toasts.map(({ text }) => text))
    .toContain('An error occurred while fetching database related data: Not found')
})

it('a database that cannot be loaded is reported in its dialog', async () => {
  signedInAs('Admin', [['can_write', 'Database']])
  answering({ ...list, 'GET /api/v1/database/available/': { databases: [] } })
  const { user } = showPage(DatabaseListScreen)
  await user.click(await screen.findByRole('button', { name: 'Sales' }))
  await screen.findByText('Sorry there was an error fetching database information: Not found')
})
