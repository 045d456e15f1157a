import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { currentUser } from '../api/bootstrap.ts'
import { answering, Refusal } from '../testing/answering.ts'
import { showPage, signedInAs } from '../testing/showPage.tsx'
import { Button } from '../ui/Button.tsx'
import { Menu, type MenuEntry } from '../ui/Menu.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import DeleteReport from './DeleteReport.tsx'
import EmailReportDialog from './EmailReportDialog.tsx'
import type { ReportSubject } from './emailReportDraft.ts'
import { type ReportDialogName, useReportEntry } from './reportMenu.ts'

const chart: ReportSubject = { kind: 'chart', id: 9, title: 'Sales' }
const board: ReportSubject = { kind: 'dashboard', id: 3, title: 'Shop', state: { dataMask: {}, activeTabs: ['TAB-1'] } }

const none = { 'GET /api/v1/report/': { count: 0, ids: [], result: [] } }
const stored = {
  id: 4,
  name: 'Mine',
  active: true,
  description: null,
  crontab: '30 9 * * 1-5',
  timezone: 'UTC',
  report_format: 'CSV',
  extra: {},
}
const some = {
  'GET /api/v1/report/': { count: 1, ids: [4], result: [{ id: 4, name: 'Mine', active: true }] },
  'GET /api/v1/report/4': { id: 4, result: stored },
}

function signIn(...rights: [string, string][]): void {
  const before = { userId: currentUser.userId, email: currentUser.email }
  Object.assign(currentUser, { userId: 7, email: 'ada@example.org' })
  onTestFinished(() => void Object.assign(currentUser, before))
  signedInAs('Alpha', rights, 'ALERT_REPORTS')
}
const full: [string, string][] = [
  ['menu_access', 'Manage'],
  ['can_write', 'ReportSchedule'],
]

/** The menu of a chart or dashboard with its report, and the dialogs that it opens. */
function open(subject: ReportSubject, answers: Record<string, unknown>) {
  const calls = answering(answers)
  function Page() {
    const [dialog, setDialog] = useState<ReportDialogName>()
    const close = () => setDialog(undefined)
    return (
      <>
        <Menu
          trigger={<Button>More</Button>}
          items={(show) => <Entries subject={subject} onOpen={setDialog} show={show} />}
        />
        {dialog === 'emailReport' ? <EmailReportDialog subject={subject} onClose={close} /> : null}
        {dialog === 'deleteReport' ? <DeleteReport place={subject} onClose={close} /> : null}
        <Toasts />
      </>
    )
  }
  const { user } = showPage(Page)
  return { user, calls, more: async () => user.click(await screen.findByRole('button', { name: 'More' })) }
}

interface EntriesProps {
  subject: ReportSubject
  onOpen: (dialog: ReportDialogName) => void
  show: (items: MenuEntry[]) => React.ReactNode
}
const Entries = ({ subject, onOpen, show }: EntriesProps) =>
  show([{ label: 'Other', onSelect: () => undefined }, useReportEntry(subject, onOpen)])

describe('the e-mail report of a chart or dashboard', () => {
  it.each([
    ['without the menu', [['can_write', 'ReportSchedule']] as [string, string][]],
    ['to readers of reports', [['menu_access', 'Manage']] as [string, string][]],
  ])('is not offered %s', async (_name, rights) => {
    signIn(...rights)
    const { more, calls } = open(chart, none)
    await more()
    expect(await screen.findAllByRole('menuitem')).toHaveLength(1)
    expect(calls).toEqual([])
  })

  it("is created for a chart, and sent to the user's own address", async () => {
    signIn(...full)
    const { user, more, calls } = open(chart, { ...none, 'POST /api/v1/report/': { id: 4, result: {} } })
    await more()
    await user.click(await screen.findByRole('menuitem', { name: 'Set up an email report' }))
    expect(calls[0]?.query).toContain(
      '(col:chart_id,opr:eq,value:9),(col:creation_method,opr:eq,value:charts),(col:created_by,opr:rel_o_m,value:7)',
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule a new email report' }))
    const name = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Report Name/ })
    expect([name.value, name.placeholder]).toEqual(['Weekly Report for Sales', 'Weekly Report'])
    expect(dialog.getByPlaceholderText('Include a description that will be sent with your report')).toBeDefined()
    expect(dialog.getByText('It is sent to ada@example.org.')).toBeDefined()
    const parts = ['Every', 'every day of the week', 'every hour', 'every minute']
    const schedule = parts.map((part) => dialog.getByRole('combobox', { name: part }).textContent)
    expect(schedule).toEqual(['week', 'MON', '12', '0'])
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Text embedded in email' }).checked).toBe(true)
    await user.click(dialog.getByRole('radio', { name: 'Formatted CSV attached in email' }))
    await user.clear(name)
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(true)
    await user.type(name, 'Sales')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await screen.findByText('The report has been created')
    expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toMatchObject({
      type: 'Report',
      name: 'Sales',
      active: true,
      crontab: '0 12 * * 1',
      creation_method: 'charts',
      chart: 9,
      dashboard: null,
      report_format: 'CSV',
      owners: [7],
      recipients: [{ type: 'Email', recipient_config_json: { target: 'ada@example.org' } }],
    })
  })

  it('links to a dashboard with its filters and tabs, if that is selected', async () => {
    signIn(...full)
    const { user, more, calls } = open(board, { ...none, 'POST /api/v1/report/': { id: 4, result: {} } })
    await more()
    await user.click(await screen.findByRole('menuitem', { name: 'Set up an email report' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('A screenshot of the dashboard will be sent to your email at')).toBeDefined()
    expect(dialog.getByRole('combobox', { name: 'Timezone' })).toBeDefined()
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Screenshot width' }).placeholder).toBe(
      'Input custom width in pixels',
    )
    expect(dialog.queryByRole('radio', { name: 'Formatted CSV attached in email' })).toBeNull()
    await user.click(dialog.getByRole('radio', { name: 'PDF attached in email' }))
    await user.type(dialog.getByRole('textbox', { name: 'Screenshot width' }), '1200')
    await user.click(dialog.getByRole('checkbox', { name: /current filters/ }))
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await screen.findByText('The report has been created')
    expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toMatchObject({
      creation_method: 'dashboards',
      dashboard: 3,
      chart: null,
      report_format: 'PDF',
      custom_width: 1200,
      extra: { dashboard: board.state },
    })
  })

  it('shows why it was not created', async () => {
    signIn(...full)
    const refusal = new Refusal(409, { message: 'Resource already has an attached report.' })
    const { user, more } = open(chart, { ...none, 'POST /api/v1/report/': refusal })
    await more()
    await user.click(await screen.findByRole('menuitem', { name: 'Set up an email report' }))
    await user.click(await screen.findByRole('button', { name: 'Add' }))
    expect(await screen.findByText(/Failed to create report: Resource already has an attached report/)).toBeDefined()
  })

  it('starts with the format of its chart', async () => {
    signIn(...full)
    const { user, more } = open({ ...chart, format: 'PNG' }, none)
    await more()
    await user.click(await screen.findByRole('menuitem', { name: 'Set up an email report' }))
    const image = await screen.findByRole<HTMLInputElement>('radio', { name: 'Image (PNG) embedded in email' })
    expect(image.checked).toBe(true)
    expect(screen.getByRole('textbox', { name: 'Screenshot width' })).toBeDefined()
  })

  it('is not offered while it cannot be loaded, and the entry says why', async () => {
    signIn(...full)
    const { more } = open(board, { 'GET /api/v1/report/': new Refusal(500, { message: 'No.' }) })
    await more()
    const entry = await screen.findByRole('menuitem', { name: /^Set up an email report/ })
    expect(entry.getAttribute('aria-disabled')).toBe('true')
    await expect
      .poll(() => document.body.textContent)
      .toContain('There was an issue fetching reports attached to this dashboard.')
  })

  it('can be edited if its schedule is too complex for the picker', async () => {
    signIn(...full)
    const { user, more, calls } = open(chart, { ...some, 'PUT /api/v1/report/4': { id: 4, result: {} } })
    await more()
    await user.click(await screen.findByRole('menuitem', { name: 'Manage email report' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit email report' }))
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'CRON Schedule' })
    const dialog = within(screen.getByRole('dialog', { name: 'Edit email report' }))
    expect(field.value).toBe('30 9 * * 1-5')
    await user.clear(field)
    expect(dialog.getByText('Invalid cron expression')).toBeDefined()
    await user.type(field, '0 8 * * 1-5')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Report updated')
    expect(calls.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
      name: 'Mine',
      description: null,
      crontab: '0 8 * * 1-5',
      timezone: 'UTC',
      report_format: 'CSV',
      custom_width: null,
    })
  })

  it('loses only its filters and tabs when they are switched off', async () => {
    signIn(...full)
    const report = { ...stored, report_format: 'PNG', extra: { dashboard: { activeTabs: [] }, per_recipient: true } }
    const answers = { ...some, 'GET /api/v1/report/4': { id: 4, result: report } }
    const { user, more, calls } = open(board, { ...answers, 'PUT /api/v1/report/4': { id: 4, result: {} } })
    await more()
    await user.click(await screen.findByRole('menuitem', { name: 'Manage email report' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit email report' }))
    await user.click(await screen.findByRole('checkbox', { name: 'With the filters and tabs of this report' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Report updated')
    expect(calls.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({ extra: { per_recipient: true } })
    expect(calls.find(({ call }) => call.startsWith('PUT'))?.body).not.toHaveProperty('extra.dashboard')
  })

  it('shows why it was not changed or deleted', async () => {
    signIn(...full)
    const refusal = new Refusal(422, { message: 'No.' })
    const { user, more } = open(chart, {
      ...some,
      'PUT /api/v1/report/4': refusal,
      'DELETE /api/v1/report/4': refusal,
    })
    await more()
    await user.click(await screen.findByRole('menuitem', { name: 'Manage email report' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit email report' }))
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Failed to update report: No.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await more()
    await user.click(await screen.findByRole('menuitem', { name: 'Manage email report' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete email report' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Report?' }))
    await user.type(dialog.getByRole('textbox'), 'DELETE')
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Your report could not be deleted No.')).toBeDefined()
  })

  it('can be switched off and deleted', async () => {
    signIn(...full)
    const answers = { ...some, 'PUT /api/v1/report/4': new Refusal(422, { message: 'No.' }) }
    const { user, more, calls } = open(chart, { ...answers, 'DELETE /api/v1/report/4': { message: 'OK' } })
    await more()
    await user.click(await screen.findByRole('menuitem', { name: 'Manage email report' }))
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Email reports active', checked: true }))
    expect(await screen.findByText('We were unable to active or deactivate this report. No.')).toBeDefined()
    expect(calls.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ active: false })
    await user.keyboard('{Escape}{Escape}')
    await more()
    await user.click(await screen.findByRole('menuitem', { name: 'Manage email report' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete email report' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Report?' }))
    expect(dialog.getByText('This action will permanently delete Mine.')).toBeDefined()
    await user.type(dialog.getByRole('textbox'), 'DELETE')
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Deleted: Mine')).toBeDefined()
    expect(calls.some(({ call }) => call === 'DELETE /api/v1/report/4')).toBe(true)
  })
})
