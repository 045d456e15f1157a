import { bigNumber, choose, eventually, expect, settled, tableRows, tile } from '../harness/dashboard.ts'
import { sqlNumber } from '../harness/sql.ts'
import { story } from '../harness/story.ts'

const revenue = (where = 'true') => sqlNumber(`SELECT sum(amount) FROM shop_orders WHERE ${where}`)
const orders = (where = 'true') => sqlNumber(`SELECT count(*) FROM shop_orders WHERE ${where}`)

export const stories = [
  story('dashboard: a cross-filter is set by keyboard, shown as a chip, and removed', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    const marks = tile(page, 'Orders by region').getByRole('listbox', { name: /^Data points of/ })
    await marks.focus()
    await page.keyboard.press('Home')
    const [name = ''] = (await marks.getByRole('option').first().innerText()).split(/[:\n]/)
    await page.keyboard.press('Enter')
    const where = `region = '${name.trim()}'`
    await eventually(async () => expect(await bigNumber(page, 'Revenue')).toEqual(await revenue(where)))
    // the filter does not apply to charts outside of its scope, and never to the chart that emits it
    expect(await bigNumber(page, 'All orders')).toEqual(await orders())
    expect(
      await tile(page, 'Orders by region')
        .getByRole('button', { name: /filter applies/ })
        .count(),
    ).toEqual(0)
    const bar = page.getByRole('complementary', { name: 'Filters' })
    await bar.getByText('Region').first().waitFor()
    await bar.getByRole('button', { name: /^Remove cross-filter/ }).press('Enter')
    await eventually(async () => expect(await bigNumber(page, 'Revenue')).toEqual(await revenue()))
  }),

  story('dashboard: Clear all removes cross-filters as well, with one request', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    const clear = page.getByRole('button', { name: 'Clear all' }).last()
    expect(await clear.isDisabled()).toEqual(true)
    const marks = tile(page, 'Orders by region').getByRole('listbox', { name: /^Data points of/ })
    await marks.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    const chip = page.getByRole('button', { name: /^Remove cross-filter/ })
    await chip.waitFor()
    await settled(page)
    let asked = 0
    page.on('request', (request) => {
      if (/\/dashboard\/\d+\/data$/.test(request.url())) asked += 1
    })
    await clear.click()
    await eventually(async () => expect(await bigNumber(page, 'Revenue')).toEqual(await revenue()))
    expect(await chip.count()).toEqual(0)
    expect(asked).toEqual(1)
    expect(await clear.isDisabled()).toEqual(true)
  }),

  story('dashboard: a shared link shows the same state in another browser', async ({ visit }) => {
    const sender = await visit()
    await sender.signIn()
    await sender.go('/superset/dashboard/shop/')
    await settled(sender.page)
    await choose(sender.page, 'Product', 'Lamp', 'Desk')
    await sender.page.getByRole('button', { name: 'Apply filters' }).click()
    const lamps = "product IN ('Lamp', 'Desk')"
    await eventually(async () => expect(await bigNumber(sender.page, 'Revenue')).toEqual(await revenue(lamps)))
    let rows: string[][] = []
    await eventually(async () => {
      rows = await tableRows(sender.page, 'Revenue by product')
      expect(rows.map(([product]) => product)).toEqual(['Lamp', 'Desk'])
    })
    await sender.page.getByRole('button', { name: 'Share' }).click()
    await sender.page.getByRole('menuitem', { name: 'Copy permalink to clipboard' }).click()
    await sender.page.getByText('Copied to clipboard!').waitFor()
    const link = await sender.page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/superset\/dashboard\/p\/[\w-]+\/$/)

    const reader = await visit()
    await reader.signIn()
    await reader.go(new URL(link).pathname)
    await settled(reader.page)
    await eventually(async () => expect(await bigNumber(reader.page, 'Revenue')).toEqual(await revenue(lamps)))
    // a table measures its space before it draws rows
    await eventually(async () => expect(await tableRows(reader.page, 'Revenue by product')).toEqual(rows))
  }),

  story('dashboard: a reload keeps the filters and the tab', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    await choose(page, 'Region', 'East')
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await page.waitForURL(/native_filters_key=/)
    await page.getByRole('tab', { name: 'Over time' }).click()
    await tile(page, 'Revenue per month').waitFor()
    await page.reload()
    await settled(page)
    expect(await page.getByRole('tab', { name: 'Over time' }).getAttribute('aria-selected')).toEqual('true')
    await page.getByRole('tab', { name: 'Today' }).click()
    await eventually(async () => expect(await bigNumber(page, 'Revenue')).toEqual(await revenue("region = 'East'")))
  }),

  story('dashboard: a filter that applies by itself is kept when the page is left before that', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await page.route(/\/api\/v1\/dashboard\/shop$/, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { result: { json_metadata: string } }
      const metadata = JSON.parse(body.result.json_metadata) as Record<string, unknown>
      body.result.json_metadata = JSON.stringify({ ...metadata, instant_filtering: true })
      await route.fulfill({ response: answer, json: body })
    })
    await go('/superset/dashboard/shop/')
    await settled(page)
    await choose(page, 'Region', 'East')
    await page.waitForURL(/native_filters_key=/)
    await page.reload()
    await settled(page)
    await eventually(async () => expect(await bigNumber(page, 'Revenue')).toEqual(await revenue("region = 'East'")))
  }),
]
