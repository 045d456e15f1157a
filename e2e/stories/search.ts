import { callApi } from '../harness/callApi.ts'
import { createChart, ordersDataset } from '../harness/createDashboard.ts'
import { expect } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

export const stories = [
  story('search: words with typing errors, in the palette and on its page, by keyboard', async ({ visit }) => {
    const { page, signIn, go, axeFindings } = await visit()
    await signIn()
    await go('/superset/welcome/')
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Find anything' })
    await palette.getByRole('combobox').fill('burea transporttaion')
    // the match is in a text on the dashboard
    const dashboard = page.getByRole('option', { name: /US flights/ })
    await dashboard.waitFor()
    expect(await dashboard.innerText()).toMatch(/Bureau of Transportation Statistics/)

    await page.getByRole('option', { name: /All results for/ }).click()
    await page.waitForURL('**/search/?text=*')
    const field = page.getByRole('searchbox', { name: /Find dashboards/ })
    expect(await field.inputValue()).toEqual('burea transporttaion')
    const results = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('link')
    await results('Dashboards').filter({ hasText: 'US flights' }).waitFor()
    expect(await axeFindings()).toEqual([])

    // finds a column of a dataset
    await field.fill('fligths')
    await results('Datasets').first().waitFor()
    await page.getByRole('radio', { name: 'Datasets' }).check()
    await page.waitForURL('**/search/?text=fligths&kind=Dataset')
    await results('Dashboards').first().waitFor({ state: 'detached' })
    await page.getByRole('radio', { name: 'All' }).check()
    await field.fill('zzyzx')
    await page.getByText('Nothing found for “zzyzx”').waitFor()

    await field.fill('us flights')
    const first = results('Dashboards').first()
    await first.waitFor()
    await first.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/superset/dashboard/us-flights/**')
    await page.goBack()
    expect(await field.inputValue()).toEqual('us flights')

    // a chart of a bundle: results that the index did not contain yet appear without further typing
    let isRead = false
    await page.route('**/api/v1/search/?*', (route) =>
      isRead ? route.continue() : route.fulfill({ json: { result: [], more: [], is_complete: false } }),
    )
    const note = page.getByText('Recent changes are still being indexed')
    await field.fill('reveneu by prodcut')
    await note.waitFor()
    isRead = true
    await results('Charts').filter({ hasText: 'Revenue by product' }).waitFor()
    await note.waitFor({ state: 'detached' })
    await page.unroute('**/api/v1/search/?*')
    // finds a new chart
    const chart = await createChart(page, 'US flights of the shop', await ordersDataset(page), { viz_type: 'table' })
    try {
      await page.setViewportSize({ width: 390, height: 844 })
      await field.fill('us flights')
      await results('Dashboards').filter({ hasText: 'US flights, first half' }).waitFor()
      await results('Charts').filter({ hasText: 'US flights of the shop' }).waitFor()
      expect(await axeFindings()).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toEqual(true)
    } finally {
      await callApi(page, 'DELETE', `/api/v1/chart/${chart}`)
    }
  }),
]
