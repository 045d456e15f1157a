import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showWithServer } from '../../testing/showWithServer.tsx'
import { QueryHistoryScreen } from './QueryHistoryScreen.tsx'

const query = (id: number, more: object = {}) => ({
  id,
  changed_on: '2024-01-02T03:04:05',
  database: { id: 1, database_name: 'Shop' },
  schema: 'sales',
  sql: `SELECT\n  ${id}`,
  executed_sql: `SELECT ${id} LIMIT 1001`,
  sql_tables: [{ catalog: null, schema: 'sales', table: 'orders' }],
  status: 'success',
  tab_name: 'Totals',
  user: { id: 1, first_name: 'Ada', last_name: 'Byron' },
  start_time: Date.UTC(2024, 0, 2, 3, 4, 5),
  end_time: Date.UTC(2024, 0, 2, 3, 4, 6) + 230,
  rows: 1234,
  tmp_table_name: null,
  tracking_url: null,
  ...more,
})
const list = (...result: object[]) => ({ '/api/v1/query/?': { count: result.length, ids: [1], result } })
const firstRow = async () => (await screen.findByText('Totals')).closest('tr') as HTMLElement

it('the history has its columns and filters', async () => {
  showWithServer(<QueryHistoryScreen />, { answers: list(query(1)) })
  const row = await firstRow()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'State',
    'Time',
    'Duration',
    'Tab name',
    'Database',
    'Schema',
    'Tables',
    'User',
    'Rows',
    'SQL',
    'Actions',
  ])
  const cells = within(row).getAllByRole('cell').slice(1, 10)
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    '2024-01-02 03:04:05',
    '00:00:01.23',
    'Totals',
    'Shop',
    'sales',
    'sales.orders',
    'Ada Byron',
    '1,234',
    'SELECT 1',
  ])
  for (const name of ['Database', 'State', 'User', 'Time range']) screen.getByRole('combobox', { name })
  screen.getByRole('searchbox')
})

it.each([
  ['success', 'Success'],
  ['failed', 'Failed'],
  ['running', 'Running'],
  ['scheduled', 'Scheduled'],
  ['stopped', 'Stopped'],
])('the state %s is an icon with a name', async (status, name) => {
  showWithServer(<QueryHistoryScreen />, { answers: list(query(1, { status })) })
  within(await firstRow()).getByRole('img', { name })
})

it('the filter of states offers their names', async () => {
  const { user } = showWithServer(<QueryHistoryScreen />, { answers: list(query(1)) })
  await firstRow()
  await user.click(screen.getByRole('combobox', { name: 'State' }))
  for (const name of ['Success', 'Running', 'Timed out']) await screen.findByRole('option', { name })
})

it('a query that has not ended has no duration', async () => {
  showWithServer(<QueryHistoryScreen />, { answers: list(query(1, { status: 'running', end_time: null, rows: null })) })
  expect(within(await firstRow()).getAllByRole('cell')[2]?.textContent).toBe('')
})

it('its SQL opens a preview, and a link opens the query in SQL Lab', async () => {
  const { user } = showWithServer(<QueryHistoryScreen />, { answers: list(query(1)) })
  const row = await firstRow()
  expect(within(row).getByRole('link', { name: 'Open query in SQL Lab' }).getAttribute('href')).toBe(
    '/superset/sqllab/?queryId=1',
  )
  await user.click(within(row).getByRole('button', { name: 'SELECT 1' }))
  const preview = await screen.findByRole('dialog', { name: 'Query preview' })
  within(preview).getByText('Tab name')
  await user.click(within(preview).getByText('Executed query'))
  expect(preview.textContent).toContain('SELECT 1 LIMIT 1001')
})
