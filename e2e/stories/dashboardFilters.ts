import { bigNumber, chartNames, choose, eventually, expect, settled, tableRows, tile } from '../harness/dashboard.ts'
import { sql, sqlNumber } from '../harness/sql.ts'
import { story } from '../harness/story.ts'

const revenue = (where = 'true') => sqlNumber(`SELECT sum(amount) FROM shop_orders WHERE ${where}`)
const orders = (where = 'true') => sqlNumber(`SELECT count(*) FROM shop_orders WHERE ${where}`)
const byProduct = async (where: string) =>
  (
    await sql(`SELECT product, sum(amount), count(*) FROM shop_orders WHERE ${where} GROUP BY 1 ORDER BY 2 DESC, 1`)
  ).map(([product = '', ...numbers]) => [product, ...numbers.map((value) => Number(value).toLocaleString('en-US'))])

export const stories = [
  story('dashboard: a selected filter value changes exactly the charts in its scope', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    expect(await page.title()).toEqual('Shop')
    await eventually(async () => expect(await bigNumber(page, 'Revenue')).toEqual(await revenue()))
    await eventually(async () => expect(await bigNumber(page, 'All orders')).toEqual(await orders()))

    const names = await chartNames(page)
    const asked: string[][] = []
    page.on('request', (request) => {
      if (!/\/dashboard\/\d+\/data$/.test(request.url())) return
      const body = request.postDataJSON() as { queries: { chartId: number }[] }
      asked.push(body.queries.map(({ chartId }) => names.get(chartId) ?? String(chartId)))
    })
    await choose(page, 'Region', 'West')
    // no request before Apply
    expect(await bigNumber(page, 'Revenue')).toEqual(await revenue())
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Apply filters' }).click()
    const west = "region = 'West'"
    await eventually(async () => expect(await bigNumber(page, 'Revenue')).toEqual(await revenue(west)))
    await settled(page)
    expect(await bigNumber(page, 'All orders')).toEqual(await orders())
    await eventually(async () => expect(await tableRows(page, 'Revenue by product')).toEqual(await byProduct(west)))
    // one request: the visible charts in scope, not the chart that the filter excludes
    expect(asked).toEqual([['Revenue', 'Revenue by product', 'Orders by region', 'Orders by channel']])
    expect(await tile(page, 'Revenue').getByRole('button', { name: '1 filter applies' }).count()).toEqual(1)
    expect(
      await tile(page, 'All orders')
        .getByRole('button', { name: /filter applies/ })
        .count(),
    ).toEqual(0)
  }),

  story(
    'dashboard: a dependent filter offers the values that its parent allows, a range and Clear all work',
    async ({ visit }) => {
      const { page, signIn, go } = await visit()
      await signIn()
      await go('/superset/dashboard/shop/')
      await settled(page)
      await choose(page, 'Region', 'West')
      // rugs were not sold in the West
      await page.getByText('4 options').last().waitFor()
      const from = page.getByLabel('Quantity: from')
      const to = page.getByLabel('Quantity: to')
      await from.last().fill('3')
      await from.last().press('Enter')
      await to.last().fill('5')
      await to.last().press('Enter')
      await page.getByRole('button', { name: 'Apply filters' }).click()
      const both = "region = 'West' AND quantity BETWEEN 3 AND 5"
      await eventually(async () => expect(await bigNumber(page, 'Revenue')).toEqual(await revenue(both)))
      // the lines of the response arrive one by one
      const some = await orders('quantity BETWEEN 3 AND 5')
      await eventually(async () => expect(await bigNumber(page, 'All orders')).toEqual(some))
      await page.getByRole('button', { name: 'Clear all' }).last().click()
      await eventually(async () => expect(await bigNumber(page, 'Revenue')).toEqual(await revenue()))
      await eventually(async () => expect(await bigNumber(page, 'All orders')).toEqual(await orders()))
    },
  ),

  story('dashboard: filters load their values on a tab that holds only text', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await page.route('**/api/v1/dashboard/shop', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { result: { position_json: string } }
      const position = JSON.parse(body.result.position_json) as Record<string, { children: string[] }>
      const tabs = position['ROOT_ID']?.children[0] ?? ''
      position[tabs]?.children.unshift('TAB-words')
      const words = {
        'TAB-words': { id: 'TAB-words', type: 'TAB', children: ['MARKDOWN-words'], meta: { text: 'Read me' } },
        'MARKDOWN-words': { id: 'MARKDOWN-words', type: 'MARKDOWN', children: [], meta: { code: 'Only words.' } },
      }
      body.result.position_json = JSON.stringify({ ...position, ...words })
      await route.fulfill({ response: answer, json: body })
    })
    await go('/superset/dashboard/shop/')
    await page.getByText('Only words.').waitFor()
    await page.getByRole('button', { name: /^Filters out of scope/ }).click()
    for (const count of ['4 options', '5 options']) await page.getByText(count, { exact: true }).waitFor()
  }),

  story('dashboard: text typed right after a click on a filter searches its values', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await page.route('**/api/v1/dashboard/shop', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { result: { json_metadata: string } }
      const metadata = JSON.parse(body.result.json_metadata) as {
        native_filter_configuration: { id: string; controlValues: Record<string, unknown> }[]
      }
      const product = metadata.native_filter_configuration.find(({ id }) => id === 'NATIVE_FILTER-product')
      if (product) product.controlValues['searchAllOptions'] = true
      body.result.json_metadata = JSON.stringify(metadata)
      await route.fulfill({ response: answer, json: body })
    })
    // the list opens late: its code arrives after everything has been typed
    const arrives = Promise.withResolvers<void>()
    await page.route('**/assets/overlays-*.js', async (route) => {
      await arrives.promise
      await route.continue()
    })
    await go('/superset/dashboard/shop/')
    await settled(page)
    const [, name = ''] = await sql('SELECT DISTINCT product FROM shop_orders ORDER BY 1').then((rows) => rows.flat())
    const press = async (filter: string) => {
      await page
        .getByText(/^[45] options$/)
        .first()
        .waitFor()
      await page.getByRole('combobox', { name: filter, exact: true }).first().click()
    }
    await press('Product')
    await page.keyboard.type(name.slice(0, 3).toLowerCase())
    await page.keyboard.press('Enter')
    arrives.resolve()
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
    expect(await page.getByRole('button', { name: /^Remove / }).count()).toEqual(1)
    await page.getByRole('dialog', { name: 'Product', exact: true }).waitFor()
    // the typed letters are in the field, and typing continues there
    expect(await page.getByLabel('Search Product').inputValue()).toEqual(name.slice(0, 3).toLowerCase())
    await page.keyboard.type(name.slice(3, 4))
    await page.keyboard.press('Backspace')
    expect(await page.getByLabel('Search Product').inputValue()).toEqual(name.slice(0, 3).toLowerCase())
    await page.keyboard.press('Escape')
    // a short list has no search field: typing selects the value
    await press('Region')
    // without pauses, regardless of the page: a pause between the letters would start a new word
    await Promise.all(['w', 'e', 'Enter'].map((key) => page.keyboard.press(key)))
    await page.getByRole('button', { name: 'Remove West' }).waitFor()
    expect(await page.getByRole('button', { name: /^Remove / }).count()).toEqual(2)
  }),
]
