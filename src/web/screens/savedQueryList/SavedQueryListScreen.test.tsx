import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { showWithServer } from '../../testing/showWithServer.tsx'
import { useToasts } from '../../ui/toast.ts'
import { SavedQueryListScreen } from './SavedQueryListScreen.tsx'

const table = (name: string) => ({ catalog: null, schema: 'shop', table: name })
const query = (id: number, more: object = {}) => ({
  id,
  label: `Query ${id}`,
  database: { id: 1, database_name: 'Shop' },
  db_id: 1,
  schema: 'shop',
  sql: `SELECT ${id}`,
  description: 'For the weekly meeting',
  sql_tables: [table('orders')],
  tags: [],
  created_by: null,
  created_on: '2024-01-02T03:04:05',
  changed_on_delta_humanized: '2 days ago',
  ...more,
})
const list = (...result: object[]) => ({
  '/api/v1/saved_query/?': { count: result.length, ids: result.map((_each, at) => at + 1), result },
})
const permissions = ['can_write SavedQuery', 'can_export SavedQuery', 'can_read Tag', 'can_write Tag']
const flags = ['VERSIONED_EXPORT', 'TAGGING_SYSTEM']

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement

describe('Saved queries', () => {
  it('has its columns and filters', async () => {
    showWithServer(<SavedQueryListScreen />, { permissions, flags, answers: list(query(1)) })
    await rowOf('Query 1')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Database',
      'Schema',
      'Tables',
      'Tags',
      'Created on',
      'Modified',
      'Actions',
    ])
    for (const name of ['Database', 'Schema', 'Tag', 'Modified by']) screen.getByRole('combobox', { name })
    screen.getByRole('link', { name: 'Query' })
    screen.getByRole('button', { name: 'Import queries' })
    screen.getByRole('button', { name: 'Bulk select' })
  })

  it('has a row for each query, with its tables', async () => {
    const { user } = showWithServer(<SavedQueryListScreen />, {
      answers: list(query(1, { sql_tables: ['orders', 'customers', 'lines'].map(table) })),
    })
    const row = await rowOf('Query 1')
    const cells = within(row).getAllByRole('cell')
    expect(cells.slice(1, 3).map(({ textContent }) => textContent)).toEqual(['Shop', 'shop'])
    expect(cells[3]?.textContent).toBe('shop.orders(+2)')
    expect(within(row).getByRole('link', { name: 'Query 1' }).getAttribute('href')).toBe(
      '/superset/sqllab/?savedQueryId=1',
    )
    await user.click(within(row).getByRole('button', { name: '(+2): all 3 tables' }))
    const tables = await screen.findByRole('dialog', { name: 'Tables' })
    expect(
      within(tables)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['shop.orders', 'shop.customers', 'shop.lines'])
  })

  it('previews, edits, exports and deletes a query, and copies its link', async () => {
    const { user } = showWithServer(<SavedQueryListScreen />, { permissions, flags, answers: list(query(1), query(2)) })
    const row = await rowOf('Query 1')
    const names = [...row.querySelectorAll('td:last-child button, td:last-child a')].map((each) =>
      each.getAttribute('aria-label'),
    )
    expect(names).toEqual(['Query preview', 'Edit query', 'Copy query URL', 'Export query', 'Delete query'])
    await user.click(within(row).getByRole('button', { name: 'Copy query URL' }))
    expect(await navigator.clipboard.readText()).toMatch(/\/superset\/sqllab\/\?savedQueryId=1$/)
    await waitFor(() => expect(useToasts.getState().toasts.at(-1)?.text).toBe('Link Copied!'))
    await user.click(within(row).getByRole('button', { name: 'Query preview' }))
    const preview = await screen.findByRole('dialog', { name: 'Query preview' })
    within(preview).getByText('Query 1')
    await user.click(within(preview).getByRole('button', { name: 'Next' }))
    within(preview).getByText('Query 2')
    await user.keyboard('{Escape}')
    await user.click(within(row).getByRole('button', { name: 'Delete query' }))
    const question = await screen.findByRole('dialog', { name: 'Delete Query?' })
    within(question).getByText('This action will permanently delete the saved query.')
    within(question).getByLabelText(/Type "DELETE" to confirm/)
  })

  it('is read-only without the permission to write', async () => {
    showWithServer(<SavedQueryListScreen />, { answers: list(query(1)) })
    const row = await rowOf('Query 1')
    expect(within(row).queryByRole('button', { name: 'Delete query' })).toBeNull()
    expect(within(row).queryByRole('link', { name: 'Edit query' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Import queries' })).toBeNull()
  })

  it('explains saved queries if there are none', async () => {
    showWithServer(<SavedQueryListScreen />, { permissions, answers: list() })
    await screen.findByText('No saved queries yet')
  })
})
