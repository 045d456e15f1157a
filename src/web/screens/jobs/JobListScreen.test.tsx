import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, Refusal } from '../../testing/answering.ts'
import { showPage, signedInAs } from '../../testing/showPage.tsx'
import { Toasts } from '../../ui/Toasts.tsx'
import { JobListScreen } from './JobListScreen.tsx'
import { JobScheduleScreen } from './JobScheduleScreen.tsx'

const failed = {
  id: 7,
  kind: 'report',
  subject: { id: 4, name: 'Weekly sales', url: '/report/4/log/' },
  state: 'failed',
  start_after: '2024-03-01T09:00:00',
  started_on: '2024-03-01T09:00:01',
  finished_on: '2024-03-01T09:00:03.4',
  attempt: 4,
  holder: null,
  error: 'The mail server refused the mail.',
  can_retry: true,
  can_cancel: false,
}
const running = {
  ...failed,
  id: 8,
  kind: 'backup',
  subject: null,
  state: 'running',
  finished_on: null,
  attempt: 1,
  holder: 'node-1',
  error: null,
  can_retry: false,
  can_cancel: true,
}
const list = (...result: object[]) => ({ count: result.length, ids: [], result })
const page = () => (
  <>
    <JobListScreen />
    <Toasts />
  </>
)

it('shows failed jobs with the reason, and starts them again', async () => {
  signedInAs('Admin', [['can_write', 'Job']])
  const calls = answering({
    'GET /api/v1/job/': list(failed, running),
    'POST /api/v1/job/7/retry': { message: 'OK' },
  })
  const { user } = showPage(page)
  const row = within(await screen.findByRole('row', { name: /Weekly sales/ }))
  for (const text of ['Failed', '2.4 s', '4']) expect(row.getByText(text)).toBeDefined()
  expect(row.getAllByText('The mail server refused the mail.').length).toBeGreaterThan(0)
  expect(row.getByRole('link', { name: 'Weekly sales' }).getAttribute('href')).toBe('/report/4/log/')
  expect(row.queryByRole('button', { name: 'Cancel job' })).toBeNull()
  await user.click(row.getByRole('button', { name: 'Start again' }))
  await screen.findByText('The job starts again.')
  expect(calls.map(({ call }) => call)).toContain('POST /api/v1/job/7/retry')
})

it('cancels a job after a confirmation, and shows why it cannot', async () => {
  signedInAs('Admin', [['can_write', 'Job']])
  const message = 'The job has ended already.'
  const calls = answering({
    'GET /api/v1/job/': list(running),
    'POST /api/v1/job/8/cancel': new Refusal(409, { message }),
  })
  const { user } = showPage(page)
  const row = within(await screen.findByRole('row', { name: /Backup/ }))
  expect(row.queryByRole('button', { name: 'Start again' })).toBeNull()
  await user.click(row.getByRole('button', { name: 'Cancel job' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this job?' }))
  expect(calls.filter(({ call }) => call.startsWith('POST'))).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Cancel job' }))
  expect(await screen.findByText(message)).toBeDefined()
})

it('has no actions for users who may only read', async () => {
  answering({ 'GET /api/v1/job/': list(failed, running) })
  showPage(page)
  await screen.findByText('Weekly sales')
  expect(screen.queryByRole('button', { name: 'Start again' })).toBeNull()
})

it('filters by state', async () => {
  const calls = answering({ 'GET /api/v1/job/': list(failed) })
  const { user } = showPage(page)
  await user.click(await screen.findByRole('combobox', { name: 'State' }))
  await user.click(await screen.findByRole('option', { name: 'Failed' }))
  await expect.poll(() => calls.at(-1)?.query).toContain('(col:state,opr:eq,value:failed)')
})

it('shows an empty state', async () => {
  answering({ 'GET /api/v1/job/': list() })
  showPage(page)
  expect(await screen.findByText('No jobs yet')).toBeDefined()
})

it('shows a message if the list cannot be loaded', async () => {
  answering({ 'GET /api/v1/job/': new Refusal(500, { message: 'It failed.' }) })
  showPage(page)
  expect(
    await screen.findByText(/An error occurred while fetching background jobs/, {}, { timeout: 20_000 }),
  ).toBeDefined()
})

it('shows when each job is due next', async () => {
  const schedule = { id: 1, kind: 'cleanup', subject: null, crontab: '23 * * * *', time_zone: 'UTC' }
  const words = { crontab_humanized: 'At 23 minutes past the hour' }
  answering({
    'GET /api/v1/job_schedule/': list(
      { ...schedule, ...words, next_due: '2024-03-01T09:23:00' },
      { ...schedule, ...words, id: 2, kind: 'other', next_due: null },
    ),
  })
  showPage(() => <JobScheduleScreen />)
  const row = within(await screen.findByRole('row', { name: /Cleanup/ }))
  expect(row.getAllByText('At 23 minutes past the hour (UTC)').length).toBeGreaterThan(0)
  expect(within(screen.getByRole('row', { name: /other/ })).getByText('Never')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Background Jobs' }).getAttribute('href')).toBe('/jobs/list/')
})
