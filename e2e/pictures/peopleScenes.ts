import { handled } from '../harness/handled.ts'
import { admin } from '../harness/product.ts'
import { type Scene, scene } from './scene.ts'

const logged = (['ok', 'refused', 'failed'] as const).map((outcome, at) => ({
  action: ['user_second_factor_off', 'row_level_security_update', 'sign_in'][at],
  outcome,
  object: ['User:7', 'RowRule:3', null][at],
  user: at === 2 ? null : { username: ['admin', 'nora.northern-sales'][at] },
  address: '192.168.17.203',
  dttm: '2024-03-01T10:00:00',
  json: '{"method": "PUT"}',
  slice_id: null,
  dashboard_id: null,
  user_id: at === 2 ? null : at + 1,
}))

const mailRefused = 'The mail server refused the email: 550 5.1.1 <sales@example.org>: Recipient address rejected.'
const jobRows = [
  { state: 'running', kind: 'backup', holder: 'node-1', attempt: 1 },
  { state: 'waiting', kind: 'report', error: mailRefused, attempt: 2 },
  { state: 'failed', kind: 'report', error: 'The chart or dashboard was deleted.', attempt: 4 },
  { state: 'done', kind: 'cleanup', attempt: 1 },
  { state: 'cancelled', kind: 'backup', error: 'Cancelled by admin.', attempt: 1 },
].map((row, at) => ({
  id: at + 1,
  subject:
    row.kind === 'report'
      ? { id: at, name: ['', 'Orders below the plan', 'Weekly sales by region'][at] ?? '', url: '/' }
      : null,
  start_after: '2024-03-01T10:00:00',
  started_on: row.state === 'waiting' ? null : '2024-03-01T10:00:00',
  finished_on: ['done', 'failed', 'cancelled'].includes(row.state) ? '2024-03-01T10:00:04.2' : null,
  holder: null,
  error: null,
  can_retry: row.error !== undefined,
  can_cancel: row.state === 'waiting' || row.state === 'running',
  ...row,
}))
const jobsApi = '**/api/v1/job/?q=*'
const jobsOf = (rows: object[]) => ({ json: { count: rows.length, ids: [], result: rows } })

/** Users, roles, the log, background jobs and the user's own account. */
export const peopleScenes: Scene[] = [
  scene('people-users', ({ go }) => go('/users/list/')),
  scene('people-addUser', async ({ go, page }) => {
    await go('/users/list/')
    await page.getByRole('button', { name: 'User', exact: true }).click()
    await page.getByRole('textbox', { name: 'First Name' }).waitFor()
    await handled(page)
  }),
  scene('people-resetPassword', async ({ go, page }) => {
    await go('/resetpassword/form?pk=1')
    await page.getByRole('heading', { name: 'Reset password of admin' }).waitFor()
    await handled(page)
  }),
  scene('people-link', async ({ go, page }) => {
    await go('/resetpassword/form?pk=1')
    await page.route('**/api/v1/security/users/1/link', (route) =>
      route.fulfill({ json: { result: { url: 'https://data.example.org/setup/Zm9vYmFy', expires_on: '' } } }),
    )
    await page.getByRole('button', { name: 'Create a link instead' }).click()
    await page.getByRole('textbox', { name: 'Link' }).waitFor()
    await handled(page)
  }),
  scene(
    'people-register',
    async ({ go, page }) => {
      // the server of the pictures has no role for registered users
      await page.route('**/register/', async (route) => {
        const answer = await route.fetch({ url: new URL('/login/', page.url()).href })
        await route.fulfill({ response: answer })
      })
      await go('/login/')
      await go('/register/')
      await page.getByRole('button', { name: 'Register' }).click()
      await handled(page)
    },
    { as: 'nobody' },
  ),
  scene('access-dataset', async ({ go, page }) => {
    await go('/dataset/1')
    await page.getByRole('tab', { name: 'Access' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Reads all data' }).first().waitFor()
    await handled(page)
  }),
  scene(
    'access-database',
    async ({ go, page }) => {
      await go('/databaseview/list/')
      const row = page.getByRole('row').nth(1)
      await row.hover()
      await row.getByRole('button', { name: 'Access' }).click()
      await page.getByRole('dialog').getByText('Reads all data').first().waitFor()
      await handled(page)
    },
    { only: 'wide' },
  ),
  scene('people-roles', ({ go }) => go('/roles/list/')),
  ...['In words', 'Permissions', 'Data'].map((tab) =>
    scene(`people-role-${tab.replace(' ', '')}`, async ({ go, page }) => {
      await go('/roles/list/')
      await page.getByRole('button', { name: 'Gamma', exact: true }).click()
      await page.getByRole('tab', { name: tab }).click()
      await handled(page)
    }),
  ),
  scene('jobs-full', async ({ go, page }) => {
    await page.route(jobsApi, (route) => route.fulfill(jobsOf(jobRows)))
    await go('/jobs/list/')
  }),
  scene('jobs-empty', async ({ go, page }) => {
    await page.route(jobsApi, (route) => route.fulfill(jobsOf([])))
    await go('/jobs/list/')
  }),
  scene('jobs-schedules', ({ go }) => go('/jobs/schedules/')),
  scene('people-log', ({ go }) => go('/logmodelview/list/')),
  scene('people-logRefused', async ({ go, page }) => {
    await page.route('**/api/v1/log/?q=*', (route) =>
      route.fulfill({ json: { count: 3, ids: [3, 2, 1], result: logged } }),
    )
    await go('/logmodelview/list/')
  }),
  scene('people-logFilters', async ({ go, page }) => {
    await go('/logmodelview/list/')
    await page.getByRole('combobox', { name: 'Time range' }).click()
    await page.getByRole('option', { name: 'Last 7 days' }).click()
    await handled(page)
  }),
  scene(
    'people-settings',
    async ({ go, page }) => {
      await go('/superset/welcome/')
      await page.getByRole('button', { name: /Admin User/ }).click()
      await page.getByRole('menuitem', { name: 'Settings' }).hover()
      await page.getByRole('menuitem', { name: 'Feature Flags' }).waitFor()
      await handled(page)
    },
    { only: 'wide' },
  ),
  scene('people-account', ({ go }) => go('/users/userinfo/')),
  scene('people-addApiKey', async ({ go, page }) => {
    await go('/users/userinfo/')
    await page.getByRole('button', { name: 'API key', exact: true }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor()
    await handled(page)
  }),
  scene('people-secondFactor', async ({ go, page }) => {
    await go('/users/userinfo/')
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByLabel('Your password').fill(admin.password)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('img', { name: 'QR code of the key' }).waitFor()
    await handled(page)
  }),
  scene('people-recoveryCodes', async ({ go, page }) => {
    await go('/users/userinfo/')
    const codes = Array.from({ length: 10 }, (_, at) => `${'ABCDEFGHIJ'[at]}BCD-EFGH-IJ2K-LM7N`)
    await page.route('**/second_factor/confirm', (route) => route.fulfill({ json: { result: codes } }))
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByLabel('Your password').fill(admin.password)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('textbox', { name: 'Code' }).fill('123456')
    await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
    await page.getByText('Recovery codes').waitFor()
    await handled(page)
  }),
  scene('people-shownApiKey', async ({ go, page }) => {
    await go('/users/userinfo/')
    await page.route('**/api/v1/me/api_keys/', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 201,
            json: { id: 1, key: 'sxk_V0hZIGRvIHlvdSByZWFkIHRoaXM_Tm90aGluZyBoZXJl', result: {} },
          })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'API key', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('nightly report')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'API key' }).waitFor()
    await handled(page)
  }),
  scene(
    'people-passwordWrong',
    async ({ go, page }) => {
      await go('/resetmypassword/form')
      await page.getByLabel('Current password').fill('not the password')
      await page.getByLabel('New password').fill('a longer password')
      await page.getByLabel('Confirm Password').fill('a longer password')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('The current password is wrong.').first().waitFor()
      await handled(page)
    },
    { expects: [/400/] },
  ),
  scene('people-editUser', async ({ go, page }) => {
    await go('/users/edit/2')
    await page.getByRole('dialog', { name: 'Edit user' }).getByLabel('Username').waitFor()
    await handled(page)
  }),
  scene('people-addRole', async ({ go, page }) => {
    await go('/roles/list/')
    await page.getByRole('button', { name: 'Role', exact: true }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor()
    await handled(page)
  }),
  scene('people-profile', ({ go }) => go('/superset/profile/reader/')),
]
