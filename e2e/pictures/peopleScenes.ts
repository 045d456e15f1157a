import { handled } from '../harness/handled.ts'
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
  scene('people-account', ({ go }) => go('/users/userinfo/')),
  scene('people-addApiKey', async ({ go, page }) => {
    await go('/users/userinfo/')
    await page.getByRole('button', { name: 'API key', exact: true }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor()
    await handled(page)
  }),
  scene('people-profile', ({ go }) => go('/superset/profile/reader/'), { only: 'wide' }),
]
