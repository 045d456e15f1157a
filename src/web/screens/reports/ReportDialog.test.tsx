import { screen, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bootstrap, currentUser } from '../../api/bootstrap.ts'
import type { ReportType } from '../../api/reports.ts'
import { answering, Refusal } from '../../testing/answering.ts'
import { showPage } from '../../testing/showPage.tsx'
import { Toasts } from '../../ui/Toasts.tsx'
import ReportDialog from './ReportDialog.tsx'

const stored = {
  id: 4,
  active: true,
  chart: { id: 9, slice_name: 'Sales', viz_type: 'table' },
  dashboard: null,
  database: { id: 2, database_name: 'examples' },
  description: 'd',
  crontab: '30 9 * * 1',
  timezone: 'Europe/Berlin',
  name: 'Many orders',
  type: 'Alert',
  sql: 'select count(*) from orders',
  validator_type: 'operator',
  validator_config_json: '{"op": ">", "threshold": 10.0}',
  log_retention: 30,
  grace_period: 600,
  working_timeout: 60,
  report_format: 'TEXT',
  force_screenshot: false,
  custom_width: null,
  extra: { kept: 1 },
  owners: [{ id: 1, first_name: 'Ada', last_name: 'L' }],
  recipients: [
    { id: 7, type: 'Email', recipient_config_json: '{"target": "a@example.org", "bccTarget": "b@example.org"}' },
  ],
}
const lists = {
  'GET /api/v1/report/related/owners': { count: 1, result: [{ value: 1, text: 'Ada L' }] },
  'GET /api/v1/report/related/chart': { count: 1, result: [{ value: 9, text: 'Sales' }] },
  'GET /api/v1/report/related/dashboard': { count: 1, result: [{ value: 3, text: 'Shop' }] },
  'GET /api/v1/report/related/database': { count: 1, result: [{ value: 2, text: 'examples' }] },
  'GET /api/v1/report/4': { id: 4, result: stored },
  'GET /api/v1/report/4/unsubscribed': { result: [] },
}

function open(type: ReportType, id: number | undefined, answers: Record<string, unknown> = {}, canWrite = true) {
  const calls = answering({ ...lists, ...answers })
  const onClose = vi.fn()
  const { user } = showPage(() => (
    <>
      <ReportDialog type={type} id={id} canWrite={canWrite} onClose={onClose} />
      <Toasts />
    </>
  ))
  return { user, calls, onClose }
}

/** Signs in a user, because new alerts and reports belong to the user who creates them. */
function signIn(): void {
  const { userId } = currentUser
  Object.assign(currentUser, { userId: 1 })
  onTestFinished(() => void Object.assign(currentUser, { userId }))
}

const isSent = (body: unknown) => (body as { send: boolean }).send

describe('the dialog of alerts and reports', () => {
  it('has the fields of a new report, and requires those with a star', async () => {
    const { user } = open('Report', undefined)
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Report' }))
    expect(dialog.getByRole('textbox', { name: /^Report name/ })).toBeDefined()
    expect(dialog.queryByText('Alert condition')).toBeNull()
    for (const name of ['Report schedule', 'Schedule settings', 'Message content', 'Notification method'])
      expect(dialog.getByRole('group', { name })).toBeDefined()
    for (const name of ['Owners', 'Timezone', 'Log retention', 'Dashboard', 'Every'])
      expect(dialog.getByRole('combobox', { name })).toBeDefined()
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Active' }).checked).toBe(true)
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Working timeout' }).value).toBe('3600')
    expect(dialog.getByText('minute(s)')).toBeDefined()
    await user.click(dialog.getByRole('radio', { name: 'Chart' }))
    for (const name of ['Send as PNG', 'Send as PDF', 'Send as CSV', 'Send as Excel', 'Send as text'])
      expect(dialog.getByRole('radio', { name })).toBeDefined()
    await user.type(dialog.getByRole('textbox', { name: 'Screenshot width' }), '100{Enter}')
    expect(dialog.getByText('Between 600 and 2400 pixels')).toBeDefined()
    await user.click(dialog.getByRole('radio', { name: 'Send as text' }))
    expect(dialog.queryByRole('textbox', { name: 'Screenshot width' })).toBeNull()
    expect(dialog.getByRole('checkbox', { name: 'Ignore cache when generating report' })).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Add notification method' }))
    expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Select Delivery Method' }).value).toBe('Email')
    expect(dialog.getByText('Recipients are separated by "," or ";"')).toBeDefined()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(true)
  })

  it('has the condition, schedule and settings of a new alert', async () => {
    const { user } = open('Alert', undefined)
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Alert' }))
    for (const name of ['Alert condition', 'Alert condition schedule', 'Schedule settings', 'Notification method'])
      expect(dialog.getByRole('group', { name })).toBeDefined()
    expect(dialog.getByRole('combobox', { name: 'Database' })).toBeDefined()
    expect(dialog.getAllByText('SQL Query').length).toBeGreaterThan(0)
    const trigger = dialog.getByRole('combobox', { name: 'Trigger Alert If...' })
    expect(trigger.parentElement?.textContent).toContain('Condition')
    await user.click(trigger)
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      '< (Smaller than)',
      '> (Larger than)',
      '<= (Smaller or equal)',
      '>= (Larger or equal)',
      '== (Is equal)',
      '!= (Is not equal)',
      'Not null',
      'Outside the forecast',
    ])
    const value = () => dialog.getByRole<HTMLInputElement>('textbox', { name: 'Value' })
    expect(value().disabled).toBe(false)
    await user.click(screen.getByRole('option', { name: 'Not null' }))
    expect(value().disabled).toBe(true)
    const grace = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Grace period' })
    expect([grace.value, grace.placeholder]).toEqual(['', 'Time in seconds'])
    const retention = dialog.getByRole('combobox', { name: 'Log retention' })
    expect(retention.parentElement?.textContent).toContain('90 days')
    await user.click(retention)
    // the selected one is first
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      '90 days',
      'None',
      '30 days',
      '60 days',
    ])
    await user.click(screen.getByRole('option', { name: 'None' }))
    // a dashboard is sent as an image, drawn with or without the cache
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Dashboard' }).checked).toBe(true)
    expect(dialog.getByRole('checkbox', { name: 'Ignore cache when generating report' })).toBeDefined()
    expect(dialog.getByRole('radio', { name: 'Send as PNG' })).toBeDefined()
    await user.click(dialog.getByRole('radio', { name: 'Chart' }))
    expect(dialog.queryByRole('radio', { name: /^Send as/ })).toBeNull()
    expect(dialog.queryByRole('checkbox', { name: 'Ignore cache when generating report' })).toBeNull()
    expect(dialog.queryByRole('radio', { name: 'Saved query' })).toBeNull()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(true)
  })

  it('sends the default grace period of a new alert if the field is empty', async () => {
    const { user, calls } = open('Alert', 4, { 'PUT /api/v1/report/4': { id: 4, result: {} } })
    await user.clear(await screen.findByRole('textbox', { name: 'Grace period' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Alert updated')
    expect(calls.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({ grace_period: 14_400 })
  })

  it.each([
    ['working timeout', 'Working timeout', 'working_timeout'],
    ['grace period', 'Grace period', 'grace_period'],
  ])('has a %s of one second or more', async (_name, label, key) => {
    const { user, calls } = open('Alert', 4, { 'PUT /api/v1/report/4': { id: 4, result: {} } })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: label })
    for (const typed of ['0', '-5']) {
      await user.clear(field)
      await user.type(field, `${typed}{Enter}`)
      expect(field.value, typed).toBe('1')
    }
    await user.type(field, '{ArrowUp}{ArrowDown}{ArrowDown}')
    expect(field.value).toBe('1')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Alert updated')
    expect(calls.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({ [key]: 1 })
  })

  it('asks before unsaved changes are discarded, and closes at once if nothing changed', async () => {
    const { user, onClose } = open('Alert', 4)
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Alert name/ })
    await user.type(name, '!')
    await user.keyboard('{Escape}')
    const question = await screen.findByRole('dialog', { name: 'Close without saving?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(onClose).not.toHaveBeenCalled()
    expect(name.value).toBe('Many orders!')
    // the original text again: nothing is unsaved
    await user.type(name, '{Backspace}')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onClose).toHaveBeenCalledTimes(1)
    await user.type(name, '?')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  it('shows an error for an invalid cron expression', async () => {
    const { user } = open('Report', undefined)
    await user.click(await screen.findByRole('radio', { name: 'CRON Schedule' }))
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'CRON Schedule' })
    expect(field.value).toBe('0 * * * *')
    await user.clear(field)
    await user.type(field, 'often')
    expect(screen.getByText('Invalid cron expression')).toBeDefined()
  })

  it('changes a stored alert', async () => {
    const { user, calls, onClose } = open('Alert', 4, { 'PUT /api/v1/report/4': { id: 4, result: {} } })
    const name = await screen.findByRole('textbox', { name: /^Alert name/ })
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Alert' }))
    expect(dialog.getByRole('group', { name: 'Alert condition' })).toBeDefined()
    expect(dialog.getByRole('combobox', { name: 'Trigger Alert If...' }).textContent).toContain('> (Larger than)')
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Value' }).value).toBe('10')
    await user.type(name, '!')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Alert updated')
    expect(onClose).toHaveBeenCalled()
    expect(calls.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
      type: 'Alert',
      name: 'Many orders!',
      owners: [1],
      description: 'd',
      active: true,
      crontab: '30 9 * * 1',
      timezone: 'Europe/Berlin',
      log_retention: 30,
      working_timeout: 60,
      grace_period: 600,
      chart: 9,
      dashboard: null,
      report_format: 'TEXT',
      custom_width: null,
      extra: { kept: 1 },
      force_screenshot: false,
      recipients: [{ type: 'Email', recipient_config_json: { target: 'a@example.org', bccTarget: 'b@example.org' } }],
      database: 2,
      sql: 'select count(*) from orders',
      validator_type: 'operator',
      validator_config_json: { op: '>', threshold: 10 },
    })
  })

  it('sends a dashboard with the filters and tab of a permalink, and other dashboards in the same message', async () => {
    signIn()
    const state = { activeTabs: ['TAB-1'], dataMask: {} }
    const { user, calls } = open('Report', undefined, {
      'GET /api/v1/dashboard/permalink/Key_1': { dashboardId: 'shop', state },
      'GET /api/v1/dashboard/shop': { result: { id: 3 } },
      'GET /api/v1/dashboard/': { count: 1, ids: [3], result: [{ dashboard_title: 'Shop' }] },
      'POST /api/v1/report/': { id: 5, result: {} },
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Report' }))
    await user.type(dialog.getByRole('textbox', { name: /^Report name/ }), 'Weekly')
    const link = dialog.getByRole('textbox', { name: 'Permalink with filters and tab' })
    await user.type(link, 'nothing')
    expect(dialog.getByText('This is not a permalink of a dashboard.')).toBeDefined()
    await user.clear(link)
    await user.paste('https://data.example.org/superset/dashboard/p/Key_1/')
    await dialog.findByRole('checkbox', { name: 'With the filters and tab of the permalink' })
    await user.click(dialog.getByRole('radio', { name: 'Send as PDF' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Describe the largest changes in sentences' }))
    await user.click(dialog.getByRole('checkbox', { name: /^Each email recipient/ }))
    await user.click(dialog.getByRole('button', { name: 'Add notification method' }))
    await user.type(dialog.getByRole('textbox', { name: 'Recipients' }), 'a@example.org')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await screen.findByText('Report updated')
    expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toMatchObject({
      dashboard: 3,
      chart: null,
      report_format: 'PDF',
      extra: { dashboard: state, digest: true, per_recipient: true },
    })
  })

  it('sends a saved query', async () => {
    signIn()
    const { user, calls } = open('Report', undefined, {
      'GET /api/v1/saved_query/': { count: 1, ids: [8], result: [{ id: 8, label: 'Late orders' }] },
      'GET /api/v1/saved_query/8': { result: { id: 8, label: 'Late orders' } },
      'POST /api/v1/report/': { id: 5, result: {} },
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Report' }))
    await user.type(dialog.getByRole('textbox', { name: /^Report name/ }), 'Weekly')
    await user.click(dialog.getByRole('radio', { name: 'Saved query' }))
    await user.click(dialog.getByRole('combobox', { name: 'Saved query' }))
    await user.click(await screen.findByRole('option', { name: 'Late orders' }))
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Send as text' }).checked).toBe(true)
    await user.click(dialog.getByRole('button', { name: 'Add notification method' }))
    await user.type(dialog.getByRole('textbox', { name: 'Recipients' }), 'a@example.org')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await screen.findByText('Report updated')
    const body = calls.find(({ call }) => call.startsWith('POST'))?.body
    expect(body).toMatchObject({ dashboard: null, chart: null, report_format: 'TEXT', extra: { saved_query: 8 } })
  })

  it('fills a table with the rows of a saved query, without a recipient', async () => {
    signIn()
    const { user, calls } = open('Report', undefined, {
      'GET /api/v1/saved_query/': { count: 1, ids: [8], result: [{ id: 8, label: 'Late orders' }] },
      'GET /api/v1/saved_query/8': { result: { id: 8, label: 'Late orders' } },
      'POST /api/v1/report/': { id: 5, result: {} },
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Report' }))
    await user.type(dialog.getByRole('textbox', { name: /^Report name/ }), 'Nightly')
    await user.click(dialog.getByRole('radio', { name: 'Saved query' }))
    await user.click(dialog.getByRole('combobox', { name: 'Saved query' }))
    await user.click(await screen.findByRole('option', { name: 'Late orders' }))
    const add = dialog.getByRole<HTMLButtonElement>('button', { name: 'Add' })
    expect(add.disabled).toBe(true)
    await user.type(dialog.getByRole('textbox', { name: 'Fill a table' }), 'late_orders')
    await user.click(add)
    await screen.findByText('Report updated')
    expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toMatchObject({
      extra: { saved_query: 8, into_table: 'late_orders' },
      recipients: [],
    })
  })

  it('reports values outside a forecast', async () => {
    const { user, calls } = open('Alert', 4, { 'PUT /api/v1/report/4': { id: 4, result: {} } })
    await user.click(await screen.findByRole('combobox', { name: 'Trigger Alert If...' }))
    await user.click(await screen.findByRole('option', { name: 'Outside the forecast' }))
    const confidence = screen.getByRole<HTMLInputElement>('textbox', { name: 'Confidence (%)' })
    expect(confidence.value).toBe('95')
    await user.clear(confidence)
    await user.type(confidence, '99')
    await user.click(screen.getByRole('radio', { name: 'Below' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Alert updated')
    expect(calls.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({
      validator_type: 'forecast',
      validator_config_json: { confidence: 0.99, side: 'below' },
    })
  })

  it('shows errors of the server at their fields', async () => {
    const message = { name: ['An alert named "x" already exists'] }
    const { user } = open('Alert', 4, { 'PUT /api/v1/report/4': new Refusal(422, { message }) })
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    expect((await screen.findAllByText(/An alert named "x" already exists/)).length).toBeGreaterThan(0)
  })

  it('offers each configured notification method once', async () => {
    const { conf } = bootstrap.common
    const methods = { ALERT_REPORTS_NOTIFICATION_METHODS: ['Email', 'Slack', 'Webhook'] }
    Object.assign(conf, methods)
    onTestFinished(() => void delete conf['ALERT_REPORTS_NOTIFICATION_METHODS'])
    const { user, calls } = open('Alert', 4, { 'PUT /api/v1/report/4': { id: 4, result: {} } })
    await user.click(await screen.findByRole('button', { name: 'Add notification method' }))
    const waiting = screen.getByRole<HTMLButtonElement>('button', { name: 'Add delivery method' })
    expect(waiting.disabled).toBe(true)
    // the focus is in the next field to fill in
    expect(document.activeElement).toBe(screen.getAllByRole('combobox', { name: 'Select Delivery Method' }).at(-1))
    const choose = async (name: string) =>
      user.selectOptions(screen.getAllByRole('combobox', { name: 'Select Delivery Method' }).at(-1) as Element, name)
    await choose('Slack')
    expect(document.activeElement).toBe(screen.getAllByRole('textbox', { name: /Recipients/ }).at(-1))
    await user.type(screen.getAllByRole('textbox', { name: /Recipients/ }).at(-1) as Element, '#shop')
    await user.click(screen.getByRole('button', { name: 'Add notification method' }))
    await user.type(screen.getByRole('textbox', { name: 'Address' }), 'https://hooks.example.org/a')
    expect(screen.queryByRole('button', { name: /^Add (notification|delivery) method/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Alert updated')
    expect(calls.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({
      recipients: [
        { type: 'Email', recipient_config_json: { target: 'a@example.org', bccTarget: 'b@example.org' } },
        { type: 'Slack', recipient_config_json: { target: '#shop' } },
        { type: 'Webhook', recipient_config_json: { target: 'https://hooks.example.org/a' } },
      ],
    })
  })

  it('removes a notification method, and needs one', async () => {
    const { user } = open('Alert', 4)
    await user.click(await screen.findByRole('button', { name: 'Remove this notification method' }))
    expect(screen.queryByRole('textbox', { name: 'Recipients' })).toBeNull()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  })

  it('searches time zones, which are named with their distance from UTC, and found by a former name', async () => {
    const { user } = open('Report', undefined)
    await user.click(await screen.findByRole('combobox', { name: 'Timezone' }))
    await user.type(await screen.findByRole('combobox', { name: 'Search Timezone' }), 'katmandu')
    await expect
      .poll(() => screen.queryAllByRole('option').map(({ textContent }) => textContent))
      .toEqual(['GMT +05:45 (Asia/Kathmandu)Katmandu'])
  })

  it('shows who has unsubscribed, and can resume sending to them', async () => {
    const gone = ['a@example.org']
    const { user, calls } = open('Alert', 4, {
      'GET /api/v1/report/4/unsubscribed': () => ({ result: gone }),
      'POST /api/v1/report/4/subscribe': () => {
        gone.length = 0
        return { message: 'OK' }
      },
    })
    const group = await screen.findByRole('group', { name: 'Unsubscribed' })
    await user.click(within(group).getByRole('button', { name: 'Send again: a@example.org' }))
    await screen.findByText('a@example.org receives emails again.')
    await expect.poll(() => screen.queryByRole('group', { name: 'Unsubscribed' })).toBeNull()
    expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ address: 'a@example.org' })
  })

  it('shows a message if the list of unsubscribed recipients cannot be loaded', async () => {
    open('Alert', 4, { 'GET /api/v1/report/4/unsubscribed': new Refusal(500, { message: 'It failed.' }) })
    expect(await screen.findByText('The unsubscribed addresses could not be loaded: It failed.')).toBeDefined()
  })

  it('names recipients that are not addresses, and cannot be saved with them', async () => {
    const { user } = open('Alert', 4)
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Recipients' })
    await user.type(field, '; nobody; b@example.org')
    expect(screen.queryByText(/Not an email address/)).toBeNull()
    await user.tab()
    expect(screen.getByText('Not an email address: nobody')).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    await user.clear(field)
    await user.type(field, 'b@example.org')
    await user.tab()
    expect(screen.queryByText(/Not an email address/)).toBeNull()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false)
  })

  it.each([
    [{ holds: true }, 'status', 'The condition is met now. The alert would send this message.'],
    [{ holds: false }, 'status', 'The condition is not met now. The alert would send nothing.'],
    [{ error: 'no such table: nowhere' }, 'alert', 'no such table: nowhere'],
  ])('a preview tells whether the condition holds: %j', async (condition, role, sentence) => {
    signIn()
    const result = { subject: '[Alert] Many', text: 'boy  7', files: [], condition, sent_to: null }
    const { user } = open('Alert', 4, { 'POST /api/v1/report/4/test': { result } })
    await user.click(await screen.findByRole('button', { name: 'Send test' }))
    const preview = within(await screen.findByRole('dialog', { name: 'Preview' }))
    expect((await preview.findByText(sentence)).closest(`[role=${role}]`)).not.toBeNull()
  })

  it('shows a preview of a stored one, and sends it to its owner', async () => {
    const { userId } = currentUser
    currentUser.userId = 1
    onTestFinished(() => void Object.assign(currentUser, { userId }))
    const answer = (body: unknown) => ({
      result: {
        subject: '[Alert] Many',
        text: 'boy  7',
        files: ['a.csv'],
        condition: null,
        sent_to: isSent(body) ? 'a@b.org' : null,
      },
    })
    const { user, calls } = open('Alert', 4, { 'POST /api/v1/report/4/test': answer })
    await user.click(await screen.findByRole('button', { name: 'Send test' }))
    const preview = within(await screen.findByRole('dialog', { name: 'Preview' }))
    expect(await preview.findByText('[Alert] Many')).toBeDefined()
    expect(preview.getByText('boy 7')).toBeDefined()
    expect(preview.getByText('Attached: a.csv')).toBeDefined()
    await user.click(preview.getByRole('button', { name: 'Send to me' }))
    expect(await screen.findByText('A test was sent to a@b.org.')).toBeDefined()
    const sent = calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => isSent(body))
    expect(sent).toEqual([false, true])
  })

  it('shows those of other users as read-only', async () => {
    open('Alert', 4, {}, false)
    await screen.findByRole('dialog', { name: 'View Alert' })
    await screen.findByText('Alert condition')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })
})
