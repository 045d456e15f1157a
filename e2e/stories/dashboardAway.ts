import { eventually, expect, settled, tile } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

const offline = [/Failed to load resource/, /ERR_INTERNET_DISCONNECTED/]

export const stories = [
  story('dashboard: while the server is down the last rendering stays, also after going back', async ({ visit }) => {
    const { page, signIn, go } = await visit({ expects: offline })
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    const picture = tile(page, 'Revenue by product').locator('[data-viz-type]')
    await picture.waitFor()

    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Refresh dashboard' }).click()
    await tile(page, 'Revenue by product')
      .getByText(/Network error\./)
      .waitFor()
    await picture.waitFor()

    await page.context().setOffline(false)
    await tile(page, 'Revenue by product').getByRole('button', { name: 'Try again' }).click()
    await tile(page, 'Revenue by product').getByRole('alert').waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.waitForURL(/welcome/)
    // the address is changed first: without the code of the page there would be nothing to go back from
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor()
    await page.context().setOffline(true)
    await page.goBack()
    await tile(page, 'Revenue by product')
      .getByText(/Network error\./)
      .waitFor()
    await picture.waitFor()
    await page.context().setOffline(false)
  }),

  story('dashboard: a dashboard that failed to open opens on retry', async ({ visit }) => {
    const { page, signIn, go } = await visit({ expects: [/status of (404|503)/] })
    await signIn()
    const away = (url: URL) => url.pathname.startsWith('/api/v1/dashboard/shop')
    await page.route(away, (route) => route.fulfill({ status: 503, body: 'Service Unavailable' }))
    // an unknown filter key restores nothing
    await go('/superset/dashboard/shop/?native_filters_key=gone')
    await page.getByText('This dashboard could not be opened').waitFor()
    await page.unroute(away)
    await page.getByRole('button', { name: 'Try again' }).click()
    await settled(page)
    await tile(page, 'Revenue by product').waitFor()
  }),

  story('dashboard: refreshes at the selected interval', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    let forced = 0
    page.on('request', (request) => {
      if (/\/dashboard\/\d+\/data/.test(request.url()) && request.postData()?.includes('"force":true')) forced += 1
    })
    await page.getByRole('button', { name: 'More actions' }).first().click()
    await page.getByRole('menuitem', { name: 'Set auto-refresh interval' }).click()
    const dialog = page.getByRole('dialog', { name: 'Refresh interval' })
    await dialog.getByRole('combobox', { name: 'Refresh frequency' }).click()
    await page.getByRole('option', { name: '10 seconds' }).click()
    await dialog.getByRole('button', { name: 'Save for this session' }).click()
    await page.getByText('Refresh interval saved').waitFor()
    await page
      .getByText('This dashboard is currently auto refreshing; the next auto refresh will be in 10 seconds.')
      .waitFor()
    await eventually(async () => expect(forced > 0).toEqual(true))
  }),

  story('dashboard: a right-click menu returns the focus', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    const more = tile(page, 'Revenue by product').getByRole('button', { name: /More/ })
    await more.focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await eventually(async () => expect(await more.evaluate((it) => it === document.activeElement)).toEqual(true))
  }),
]
