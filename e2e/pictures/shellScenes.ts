import type { Page } from 'playwright-core'
import { handled } from '../harness/handled.ts'
import { bringAlong, change, emptyList, fail, hang, idOf, type Scene, scene } from './scene.ts'

const lists = '**/api/v1/{dashboard,chart,saved_query}/?q=*'
const home = '/superset/welcome/'

/**
 * Resets what the user chose, which would change the following scenes. The theme is kept: Firefox and WebKit get the
 * theme of the view from it.
 */
const forgetChoices = (page: Page) =>
  page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key !== 'sextant.theme') localStorage.removeItem(key)
  })

const signIn: Scene[] = [
  scene('signIn-plain', ({ go }) => go('/login/'), { as: 'nobody' }),
  scene(
    'signIn-wrong',
    async ({ go, page, rest }) => {
      await go('/login/')
      await page.getByLabel('Username').fill('somebody')
      await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
      await page.keyboard.press('Enter')
      await page.getByText('Invalid login').waitFor()
      await rest()
    },
    { as: 'nobody', expects: [/401/] },
  ),
  scene(
    'signIn-locked',
    async ({ go, page, rest, product }) => {
      for (let attempt = 0; attempt < 11; attempt += 1) {
        await fetch(`${product.address}/api/v1/security/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: 'locked', password: `wrong ${attempt}`, provider: 'db' }),
        })
      }
      await go('/login/')
      await page.getByLabel('Username').fill('locked')
      await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').first().waitFor()
      await rest()
    },
    { as: 'nobody', expects: [/401|429/] },
  ),
  scene(
    'signIn-shownPassword',
    async ({ go, page }) => {
      await go('/login/')
      await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery')
      await page.getByRole('button', { name: /show password/i }).click()
    },
    { as: 'nobody' },
  ),
  scene(
    'signIn-provider',
    async ({ go, page }) => {
      await bringAlong(page, '**/login/', { provider: 'Example ID' })
      await go('/login/')
    },
    { as: 'nobody' },
  ),
  scene(
    'signIn-code',
    async ({ go, page }) => {
      await bringAlong(page, '**/login/', { second_factor: true })
      await go('/login/')
    },
    { as: 'nobody' },
  ),
  scene(
    'signIn-codeWrong',
    async ({ go, page }) => {
      await bringAlong(page, '**/login/', { second_factor: true })
      await fail(page, '**/login/code', 401, 'The code is wrong.')
      await go('/login/')
      await page.getByLabel('Code').fill('123456')
      await page.keyboard.press('Enter')
      await page.getByText('The code is wrong.').waitFor()
      await handled(page)
    },
    { as: 'nobody', expects: [/401/] },
  ),
  scene('setPassword-usedLink', ({ go }) => go('/setup/not-a-token'), { as: 'nobody', expects: [/404/] }),
  scene(
    'setPassword-errors',
    async ({ go, page }) => {
      // the page of a valid sign-in link: only a start without a password prints one
      await change(page, '**/setup/not-a-token', (html) =>
        html
          .replace('valid&#34;:false', 'valid&#34;:true')
          .replace('names_itself&#34;:false', 'names_itself&#34;:true')
          .replace('username&#34;:null', 'username&#34;:&#34;admin&#34;'),
      )
      await go('/setup/not-a-token')
      await page.getByRole('textbox', { name: /^Password/ }).fill('short')
      await page.keyboard.press('Enter')
    },
    { as: 'nobody', expects: [/404/] },
  ),
  scene(
    'signInAgain-dialog',
    async ({ page, go, rest }) => {
      await go(home)
      await page.route('**/api/v1/**', (route) =>
        route.fulfill({ status: 401, json: { errors: [{ message: 'Not signed in' }] } }),
      )
      await page.getByRole('link', { name: 'Charts', exact: true }).first().click()
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
      await handled(page)
      await rest().catch(() => undefined)
    },
    { only: 'wide', expects: [/401/] },
  ),
]

const homes: Scene[] = [
  scene('home-full', ({ go }) => go(home)),
  scene('home-reader', ({ go }) => go(home), { as: 'reader' }),
  scene('home-newcomer', ({ go }) => go(home), { as: 'newcomer' }),
  scene('newChart-empty', ({ go }) => go('/chart/add')),
  scene('newChart-chosen', async ({ go, page, rest }) => {
    await go(`/chart/add?dataset=${await idOf(page, 'dataset', 'table_name', 'weather')}`)
    await page.getByRole('radio', { name: /^Pie Chart/ }).check()
    await rest()
  }),
  scene('home-tabs', async ({ go, page, rest }) => {
    await go(home)
    await page.getByRole('tab', { name: 'Edited' }).click()
    for (const tab of await page.getByRole('tab', { name: 'Favorite' }).all()) await tab.click()
    await rest()
    await forgetChoices(page)
  }),
  scene('home-empty', async ({ go, page }) => {
    await emptyList(page, lists)
    await page.route('**/api/v1/log/recent_activity/**', (route) => route.fulfill({ json: { result: [] } }))
    await go(home)
  }),
  scene(
    'home-loading',
    async ({ page }) => {
      await hang(page, lists)
      await hang(page, '**/recent_activity/**')
      await page.goto(home)
      await page.locator('[aria-busy="true"]').first().waitFor()
      await handled(page)
    },
    {},
  ),
  scene(
    'home-error',
    async ({ go, page }) => {
      await fail(page, lists)
      await fail(page, '**/recent_activity/**')
      await go(home)
    },
    { expects: [/500/] },
  ),
  scene('home-newMenu', async ({ go, page }) => {
    await go(home)
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem').first().waitFor()
    await handled(page)
  }),
  scene('home-collapsed', async ({ go, page }) => {
    await go(home)
    await page.getByRole('button', { name: 'Recents', exact: true }).click()
    await page.getByRole('button', { name: 'Charts', exact: true }).click()
    await handled(page)
    await forgetChoices(page)
  }),
]

const frame: Scene[] = [
  scene(
    'nav-rail',
    async ({ go, page }) => {
      await go(home)
      await page.keyboard.press('[')
      await handled(page)
      await page.evaluate(() => localStorage.removeItem('sextant.nav'))
    },
    { only: 'wide' },
  ),
  scene(
    'nav-tooltip',
    async ({ go, page }) => {
      await go('/superset/dashboard/us-flights/')
      await page.getByRole('navigation').getByRole('link', { name: 'Datasets' }).hover()
      await page
        .getByRole('tooltip')
        .or(page.locator('[data-open][role=tooltip]'))
        .first()
        .waitFor({ timeout: 2000 })
        .catch(() => undefined)
      await handled(page)
    },
    { only: 'wide' },
  ),
  scene(
    'nav-drawer',
    async ({ go, page }) => {
      await go(home)
      await page
        .getByRole('button', { name: /navigation/i })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
      await handled(page)
    },
    { only: 'phone' },
  ),
  scene(
    'nav-userMenu',
    async ({ go, page }) => {
      await go(home)
      await page.locator('nav button').last().click()
      await page.getByRole('menuitem', { name: 'Theme' }).hover()
      await page.getByRole('menuitemcheckbox').or(page.getByRole('menuitemradio')).first().waitFor({ timeout: 3000 })
      await handled(page)
    },
    { only: 'wide' },
  ),
  scene('palette-start', async ({ go, page, rest }) => {
    await go(home)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await rest()
  }),
  scene('palette-found', async ({ go, page, rest }) => {
    await go('/superset/dashboard/us-flights/')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('delay')
    await page.getByRole('option', { name: /delay/i }).first().waitFor()
    await handled(page)
    await rest()
  }),
  scene('palette-nothing', async ({ go, page, rest }) => {
    await go(home)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('zzyzx')
    await page.getByText('Nothing found').waitFor()
    await rest()
  }),
  scene('shortcuts-dialog', async ({ go, page }) => {
    await go('/superset/dashboard/us-flights/')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await handled(page)
  }),
  scene('frame-codeOnItsWay', async ({ page }) => {
    // other files arrive: browsers open six connections to a server, which would all hang
    await hang(page, '**/main-*.js')
    await page.goto(home, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('img.boot')?.complete)
    await handled(page)
  }),
  scene('notFound-page', ({ go }) => go('/no/such/page'), { expects: [/404/] }),
  scene(
    'notFound-drawer',
    async ({ go, page }) => {
      await go('/no/such/page')
      await page.getByRole('button', { name: 'Open the navigation' }).click()
      await page.getByRole('dialog').waitFor()
      await handled(page)
    },
    { only: 'phone', expects: [/404/] },
  ),
  scene(
    'error-screenBroken',
    async ({ page, go }) => {
      await page.route('**/api/v1/dataset/?q=*', (route) => route.fulfill({ json: { count: 3, result: [null] } }))
      await go('/tablemodelview/list/')
    },
    // Firefox does not say what the error is
    { expects: [/TypeError|Cannot read|null|JSHandle@error/] },
  ),
  scene(
    'error-partNotLoaded',
    async ({ page, go, rest }) => {
      await go(home)
      await page.route('**/*.js', (route) => route.abort())
      await page.keyboard.press('Control+k')
      await page.getByText('A part of this page could not be loaded.').waitFor()
      await rest().catch(() => undefined)
    },
    { expects: [/Failed|ERR_|import|JSHandle@error/i] },
  ),
  scene(
    'error-serverAway',
    async ({ page, go }) => {
      await go(home)
      await page.route('**/api/**', (route) => route.abort())
      await page.evaluate(() => history.pushState(null, '', '/chart/list/'))
      await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
      await page.getByRole('alert').first().waitFor()
      await handled(page)
    },
    { expects: [/Failed|ERR_/i] },
  ),
  scene(
    'toast-success',
    async ({ page, go }) => {
      await go('/superset/dashboard/weather/')
      await page.getByRole('button', { name: 'Published' }).click()
      await page.getByText('This dashboard is now hidden').waitFor()
      await page.getByRole('button', { name: 'Draft' }).click()
      await page.getByText('This dashboard is now published').waitFor()
      await handled(page)
    },
    { only: 'wide' },
  ),
]

export const shellScenes = [...signIn, ...homes, ...frame]
