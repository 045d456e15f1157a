import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering } from '../../testing/answering.ts'
import { showPage } from '../../testing/showPage.tsx'
import { ReportLogScreen } from './ReportLogScreen.tsx'

const run = {
  id: 1,
  uuid: '8f14e45f-ceea-4e5a-9b1c-000000000000',
  state: 'Error',
  scheduled_dttm: '2024-03-01T09:00:00',
  start_dttm: '2024-03-01T09:00:01',
  end_dttm: '2024-03-01T09:00:03.4',
  value: 1234,
  error_message: 'The query of the alert returned more than one row.',
}
const page = () => <ReportLogScreen type="Alert" id={4} />

it('shows the runs of an alert with their time, value and error', async () => {
  const calls = answering({
    'GET /api/v1/report/4': { id: 4, result: { name: 'Many orders' } },
    'GET /api/v1/report/4/log/': { count: 1, ids: [1], result: [run] },
  })
  showPage(page)
  const table = within(await screen.findByRole('table', { name: 'Alert Many orders' }))
  const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const names = ['State', 'Execution ID', 'Scheduled at (UTC)', 'Start at (UTC)', 'Duration', 'Value', 'Error message']
  expect(heads.slice(0, names.length)).toEqual(names)
  const row = within(await table.findByRole('row', { name: /8f14e4/ }))
  expect(row.getByRole('img', { name: 'Alert failed' })).toBeDefined()
  for (const text of ['2024-03-01 09:00:00', '2024-03-01 09:00:01', '2.4 s', '1,234', run.error_message])
    expect(row.getByText(text)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to all' }).getAttribute('href')).toBe('/alert/list/')
  expect(calls.find(({ call }) => call.endsWith('/log/'))?.query).toContain('order_column:scheduled_dttm')
})

it('shows an empty state', async () => {
  answering({ 'GET /api/v1/report/4/log/': { count: 0, ids: [], result: [] } })
  showPage(page)
  expect(await screen.findByText('No execution yet')).toBeDefined()
})
