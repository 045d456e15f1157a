import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { currentUser } from '../../api/bootstrap.ts'
import { answering, Refusal } from '../../testing/answering.ts'
import { showPage, signedInAs } from '../../testing/showPage.tsx'
import { Toasts } from '../../ui/Toasts.tsx'
import { ReportListScreen } from './ReportListScreen.tsx'

// loaded here, because the page loads it only when the dialog opens
await import('./ReportDialog.tsx')

const person = { id: 7, first_name: 'Ada', last_name: 'L' }
const alert = {
  id: 4,
  name: 'Many orders',
  type: 'Alert',
  active: true,
  crontab: '0 * * * *',
  crontab_humanized: 'Every hour',
  timezone: 'UTC',
  last_eval_dttm: '2024-02-29T12:00:00',
  last_state: 'Error',
  owners: [person],
  recipients: [
    { id: 1, type: 'Email' },
    { id: 2, type: 'Slack' },
  ],
  changed_by: person,
  changed_on: '2024-02-29T12:00:00',
}
const list = { 'GET /api/v1/report/': { count: 1, ids: [4], result: [alert] } }
const write: [string, string][] = [['can_write', 'ReportSchedule']]
const page = () => (
  <>
    <ReportListScreen type="Alert" />
    <Toasts />
  </>
)
const rowOf = async () => within(await screen.findByRole('row', { name: /Many orders/ }))

it('has columns, filters and actions for an administrator', async () => {
  signedInAs('Admin', write)
  const calls = answering(list)
  showPage(page)
  const table = await screen.findByRole('table', { name: 'Alerts' })
  const heads = within(table).getAllByRole('columnheader')
  const names = ['State', 'Last run', 'Name', 'Schedule', 'Notification method', 'Owners', 'Last modified', 'Active']
  expect(heads.map(({ textContent }) => textContent)).toEqual([...names, 'Actions'])
  const row = await rowOf()
  expect(row.getByRole('img', { name: 'Alert failed' })).toBeDefined()
  expect(row.getByText('Every hour (UTC)')).toBeDefined()
  for (const name of ['Email', 'Slack']) expect(row.getByRole('img', { name })).toBeDefined()
  expect(row.queryByRole('img', { name: 'Webhook' })).toBeNull()
  for (const name of ['Edit', 'Delete']) expect(row.getByRole('button', { name })).toBeDefined()
  expect(row.getByRole('link', { name: 'Execution log' }).getAttribute('href')).toBe('/alert/4/log/')
  for (const name of ['Owner', 'Status', 'Modified by']) expect(screen.getByRole('combobox', { name })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Reports' }).getAttribute('href')).toBe('/report/list/')
  expect(calls.find(({ call }) => call.startsWith('GET /api/v1/report/'))?.query).toContain(
    '(col:type,opr:eq,value:Alert)',
  )
})

it('switches an alert off, and shows a message if that fails', async () => {
  signedInAs('Admin', write)
  let refused = true
  const answer = () => (refused ? new Refusal(422, { message: 'No.' }) : { id: 4, result: {} })
  const calls = answering({ ...list, 'PUT /api/v1/report/4': answer })
  const { user } = showPage(page)
  const active = (await rowOf()).getByRole<HTMLInputElement>('checkbox', { name: 'Active: Many orders' })
  await user.click(active)
  expect(await screen.findByText('We were unable to active or deactivate this report. No.')).toBeDefined()
  expect(active.checked).toBe(true)
  refused = false
  await user.click(active)
  await expect.poll(() => calls.filter(({ call }) => call.startsWith('PUT')).length).toBe(2)
  expect(calls.findLast(({ call }) => call.startsWith('PUT'))?.body).toEqual({ active: false })
})

it('allows owners to change their own, and others to see them', async () => {
  signedInAs('Alpha', write)
  const id = currentUser.userId
  answering({ ...list, 'GET /api/v1/report/4': new Refusal(404, { message: 'Not found' }) })
  const { user } = showPage(page)
  const row = await rowOf()
  expect(id).not.toBe(person.id)
  expect(row.getByRole<HTMLInputElement>('checkbox', { name: /^Active/ }).disabled).toBe(true)
  for (const name of ['Edit', 'Delete']) expect(row.queryByRole('button', { name })).toBeNull()
  await user.click(row.getByRole('button', { name: 'View' }))
  expect(await screen.findByRole('dialog', { name: 'View Alert' })).toBeDefined()
})

it('explains itself if it is empty', async () => {
  signedInAs('Admin', write)
  answering({ 'GET /api/v1/report/': { count: 0, ids: [], result: [] } })
  showPage(page)
  expect(await screen.findByText('No alerts yet')).toBeDefined()
})
