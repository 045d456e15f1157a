import type { Locator } from 'playwright-core'
import { emptyList, idOf, type Scene, type Stage, scene } from './scene.ts'

const listApi = '**/api/v1/report/?q=*'
const logApi = '**/api/v1/report/1/log/?q=*'
const itemApi = /\/api\/v1\/report\/\d(\?|$)/
const unsubscribedApi = '**/api/v1/report/*/unsubscribed'

const [ada, grace] = [
  { id: 1, first_name: 'Ada', last_name: 'Lovelace' },
  { id: 2, first_name: 'Grace', last_name: 'Hopper' },
]
const states = ['Success', 'Not triggered', 'On Grace', 'Error', 'Working']
const alerts = [
  'Orders below the plan',
  'Late flights',
  'A long name of an alert that watches the whole warehouse of the north',
  'Errors of the import',
  'Stock',
].map((name, at) => ({
  id: at + 1,
  name,
  type: 'Alert',
  active: at !== 3,
  crontab_humanized: ['Every hour', 'At 09:00 AM, only on Monday', 'Every 5 minutes', 'At 12:00 AM', 'Every minute'][
    at
  ],
  timezone: at === 1 ? 'Europe/Berlin' : 'UTC',
  last_eval_dttm: at === 4 ? null : '2024-03-01T10:00:00',
  last_state: states[at],
  owners: at === 0 ? [ada, grace] : [ada],
  recipients: [{ id: at, type: 'Email' }],
  changed_by: ada,
  changed_on: '2024-03-01T10:00:00',
}))
const alert = {
  ...alerts[0],
  chart: { id: 1, slice_name: 'Sales', viz_type: 'table' },
  dashboard: null,
  database: { id: 1, database_name: 'examples' },
  description: 'Tells the shop that something is wrong.',
  crontab: '0 9 * * 1',
  sql: 'SELECT COUNT(*) FROM flights_2001',
  validator_type: 'operator',
  validator_config_json: '{"op": "<", "threshold": 100}',
  log_retention: 90,
  grace_period: 14_400,
  working_timeout: 3600,
  report_format: 'TEXT',
  force_screenshot: false,
  extra: {},
  recipients: [{ id: 1, type: 'Email', recipient_config_json: '{"target": "shop@example.org; ada@example.org"}' }],
}
const runs = states.slice(0, 4).map((state, at) => ({
  id: at + 1,
  uuid: `8f14e45f-ceea-4e5a-9b1c-00000000000${at}`,
  state,
  scheduled_dttm: `2024-03-0${at + 1}T09:00:00`,
  start_dttm: `2024-03-0${at + 1}T09:00:01`,
  end_dttm: `2024-03-0${at + 1}T09:00:03.4`,
  value: at === 2 ? null : 42 * at,
  error_message: state === 'Error' ? 'The query of the alert returned more than one row.' : null,
}))

async function fill({ page }: Stage): Promise<void> {
  const list = (rows: object[]) => ({ json: { count: rows.length, ids: [], result: rows } })
  await page.route(listApi, (route) => route.fulfill(list(alerts)))
  await page.route(logApi, (route) => route.fulfill(list(runs)))
  await page.route(unsubscribedApi, (route) => route.fulfill({ json: { result: ['ada@example.org'] } }))
  await page.route(itemApi, (route) => route.fulfill({ json: { id: 1, result: alert } }))
}

/** A dialog for a new alert or report. */
async function openNew({ page, go }: Stage, type: 'Alert' | 'Report'): Promise<Locator> {
  await emptyList(page, listApi)
  await go(`/${type.toLowerCase()}/list/`)
  await page.getByRole('button', { name: type, exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: `Add ${type}` })
  await dialog.waitFor()
  return dialog
}

/** Scrolls a section of a dialog to the top. */
const toTop = (section: Locator) => section.evaluate((element) => element.scrollIntoView({ block: 'start' }))

/** The dialog with the e-mail report of an open chart or dashboard. */
async function openEmailReport({ page, rest }: Stage): Promise<Locator> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Set up an email report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule a new email report' })
  await dialog.getByText('Message content', { exact: true }).first().waitFor()
  await rest()
  return dialog
}

/** The states of alerts and reports: their pages and their dialog. */
export const reportScenes: Scene[] = [
  scene('reportList-alerts', async (stage) => {
    await fill(stage)
    await stage.go('/alert/list/')
  }),
  scene('reportList-empty', async ({ page, go }) => {
    await emptyList(page, listApi)
    await go('/report/list/')
  }),
  scene('reportLog-full', async (stage) => {
    await fill(stage)
    await stage.go('/alert/1/log/')
  }),
  scene('reportDialog-alert', async (stage) => {
    await fill(stage)
    await stage.go('/alert/list/')
    const row = stage.page.getByRole('row').filter({ hasText: 'Orders below the plan' })
    await row.getByRole('button', { name: 'Edit' }).click()
    await stage.page.getByRole('dialog').getByText('Alert condition', { exact: true }).waitFor()
    await stage.rest()
  }),
  scene('reportDialog-unsubscribed', async (stage) => {
    await fill(stage)
    await stage.go('/alert/list/')
    const row = stage.page.getByRole('row').filter({ hasText: 'Orders below the plan' })
    await row.getByRole('button', { name: 'Edit' }).click()
    await stage.page.getByRole('group', { name: 'Unsubscribed' }).scrollIntoViewIfNeeded()
    await stage.rest()
  }),
  scene('reportDialog-report', async (stage) => {
    await emptyList(stage.page, listApi)
    await stage.go('/report/list/')
    await stage.page.getByRole('button', { name: 'Report', exact: true }).first().click()
    const dialog = stage.page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Chart' }).click()
    await dialog.getByRole('button', { name: 'Add notification method' }).click()
    await stage.rest()
  }),
  scene('reportDialog-newAlert', async (stage) => {
    await openNew(stage, 'Alert')
    await stage.rest()
  }),
  scene('reportDialog-forecast', async (stage) => {
    const dialog = await openNew(stage, 'Alert')
    await dialog.getByRole('combobox', { name: 'Trigger Alert If...' }).click()
    await stage.page.getByRole('option', { name: 'Outside the forecast' }).click()
    await toTop(dialog.getByRole('group', { name: 'Alert condition', exact: true }))
    await stage.rest()
  }),
  scene('reportDialog-schedule', async (stage) => {
    const dialog = await openNew(stage, 'Alert')
    await dialog.getByRole('combobox', { name: 'Every', exact: true }).click()
    await stage.page.getByRole('option', { name: 'year' }).click()
    await toTop(dialog.getByRole('group', { name: 'Alert condition schedule' }))
    await stage.rest()
  }),
  scene('reportDialog-invalidCron', async (stage) => {
    const dialog = await openNew(stage, 'Report')
    await dialog.getByRole('radio', { name: 'CRON Schedule' }).click()
    await dialog.getByRole('textbox', { name: 'CRON Schedule' }).fill('0 9 * *')
    await toTop(dialog.getByRole('group', { name: 'Report schedule' }))
    await stage.rest()
  }),
  scene('reportDialog-content', async (stage) => {
    const dialog = await openNew(stage, 'Report')
    await toTop(dialog.getByRole('group', { name: 'Message content' }))
    await stage.rest()
  }),
  scene('reportDialog-savedQuery', async (stage) => {
    const dialog = await openNew(stage, 'Report')
    await dialog.getByRole('radio', { name: 'Saved query' }).click()
    await toTop(dialog.getByRole('group', { name: 'Message content' }))
    await stage.rest()
  }),
  scene('reportDialog-preview', async (stage) => {
    await fill(stage)
    await stage.page.route('**/api/v1/report/1/test', (route) =>
      route.fulfill({
        json: {
          result: {
            subject: '[Alert] Orders below the plan: Sales',
            text: 'Tells the shop that something is wrong.\n\nThe value is 42.\n\nExplore in Sextant: https://sextant.example.org/explore/?slice_id=1',
            files: ['Sales.png', 'Sales.xlsx'],
            condition: { holds: true },
            sent_to: null,
          },
        },
      }),
    )
    await stage.go('/alert/list/')
    const row = stage.page.getByRole('row').filter({ hasText: 'Orders below the plan' })
    await row.getByRole('button', { name: 'Edit' }).click()
    await stage.page.getByRole('button', { name: 'Send test' }).click()
    await stage.page.getByText(/^Attached:/).waitFor()
    await stage.rest()
  }),
  scene('emailReport-dashboard', async (stage) => {
    await stage.go('/superset/dashboard/shop/')
    await openEmailReport(stage)
  }),
  scene('emailReport-dashboardEnd', async (stage) => {
    await stage.go('/superset/dashboard/shop/')
    const dialog = await openEmailReport(stage)
    await toTop(dialog.getByRole('group', { name: 'Message content' }))
    await stage.rest()
  }),
  scene('emailReport-chart', async (stage) => {
    await stage.page.goto('/superset/welcome/')
    const id = await idOf(stage.page, 'chart', 'slice_name', 'Revenue per month')
    await stage.go(`/explore/?slice_id=${id}`)
    await openEmailReport(stage)
  }),
]
