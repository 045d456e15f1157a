import { handled } from '../harness/handled.ts'
import { admin } from '../harness/product.ts'
import { type Scene, scene } from './scene.ts'

/** Users, roles, the log and the own account. */
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
    await page.getByRole('button', { name: 'Make a link instead' }).click()
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
  scene('people-log', ({ go }) => go('/logmodelview/list/')),
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
  scene('people-profile', ({ go }) => go('/superset/profile/reader/'), { only: 'wide' }),
]
