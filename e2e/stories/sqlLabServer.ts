import type { Page } from 'playwright-core'
import { callApi } from '../harness/callApi.ts'
import { eventually, expect } from '../harness/dashboard.ts'
import { tabTo } from '../harness/hands.ts'
import { become, editor, grid, openLab, rows, run, toasts, write } from '../harness/sqlLab.ts'
import { story } from '../harness/story.ts'
import { withShop } from '../harness/withShop.ts'

const totals =
  "select country, sum(amount) as total from orders join customers c on c.id = customer_id where country <> '{{ without }}' group by 1 order by 1"

async function connect(page: Page, { port, name }: { port: number; name: string }): Promise<number> {
  const extra = { cost_estimate_enabled: true, disable_data_preview: true }
  const { id } = await callApi<{ id: number }>(page, 'POST', '/api/v1/database/', {
    database_name: 'Lab shop',
    sqlalchemy_uri: `postgresql://postgres@127.0.0.1:${port}/${name}`,
    allow_ctas: true,
    allow_cvas: true,
    force_ctas_schema: 'shop',
    extra: JSON.stringify(extra),
  })
  return id
}

const more = async (page: Page, entry: string | RegExp) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

export const stories = [
  story(
    'sql lab: on a server, parameters, cost estimate, tables of queries; a link does not reveal a query',
    async ({ product, visit }) => {
      await withShop(async (server) => {
        const { page, signIn } = await visit()
        await signIn()
        const database = await connect(page, server)
        await openLab(page, `?new=true&dbid=${database}&schema=shop&name=Totals`)

        // template parameters
        await more(page, 'Parameters')
        const parameters = page.getByRole('dialog', { name: 'Template parameters' })
        await parameters.getByRole('textbox').click()
        await page.keyboard.press('Control+a')
        await page.keyboard.insertText('{"without": ')
        await parameters.getByText('Invalid JSON', { exact: true }).last().waitFor()
        await page.keyboard.press('Control+a')
        await page.keyboard.insertText('{"without": "DE"}')
        await parameters.getByRole('button', { name: 'Close', exact: true }).last().click()
        await run(page, totals)
        await become(page, [
          ['FR', '7,350'],
          ['IT', '7,350'],
        ])

        // what the query would cost
        await page.getByRole('button', { name: 'Estimate cost' }).click()
        await page.getByRole('dialog', { name: 'Cost estimate' }).getByText('Total cost').waitFor()
        await page.keyboard.press('Escape')

        // a table of its rows
        await page.getByRole('button', { name: 'Further ways to run' }).click()
        await page.getByRole('menuitem', { name: 'CREATE TABLE AS' }).click()
        const creating = page.getByRole('dialog', { name: 'CREATE TABLE AS' })
        await creating.getByLabel('Name').fill('totals')
        await page.keyboard.press('Enter')
        await page.getByText('was created').waitFor()
        await page.getByRole('button', { name: 'Explore', exact: true }).waitFor()
        await page.context().setOffline(true)
        await page.getByText('offline', { exact: true }).waitFor()
        await page.context().setOffline(false)
        await page.getByText('offline', { exact: true }).waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'Query in a new tab' }).click()
        await eventually(async () => expect(await editor(page).innerText()).toEqual('SELECT *\nFROM shop.totals'))
        await page.keyboard.press('Control+Enter')
        await become(page, [
          ['FR', '7,350'],
          ['IT', '7,350'],
        ])
        // a server has neither samples nor named results, and this one no previews of tables
        expect(await page.getByRole('tab', { name: 'Live preview' }).count()).toEqual(0)
        expect(await page.getByRole('button', { name: 'Name result' }).count()).toEqual(0)

        // a saved query is opened by its link, but not by a colleague who may not read its database
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.keyboard.press('Enter')
        await toasts(page, 'Your query was saved')
        await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Copy link' }).click()
        let link = ''
        await eventually(async () => {
          link = await page.evaluate(() => navigator.clipboard.readText())
          expect(/\?savedQueryId=\d+$/.test(link)).toEqual(true)
        })
        await product.addUser('lab-colleague', ['Gamma', 'sql_lab'], 'examples')
        const colleague = await visit({ expects: [/status of 404/] })
        await colleague.signIn('lab-colleague')
        await colleague.page.goto(link)
        await colleague.page.getByText("The query couldn't be loaded").waitFor()
        await colleague.page.locator('.cm-content').waitFor()
        expect(await colleague.page.getByText('shop.totals').count()).toEqual(0)
        await callApi(page, 'DELETE', `/api/v1/database/${database}`)
      })
    },
  ),

  story('sql lab: by keyboard alone, from an empty tab to a saved query', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    await openLab(page, '?new=true&dbid=1&schema=main&name=Keys')
    await editor(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('select region, count(*) as n from shop_orders group by 1 order by 1')
    await page.keyboard.press('Control+Enter')
    await eventually(async () => expect(await grid(page).locator('tbody tr[aria-rowindex]').count()).toEqual(4))
    // Tab indents; after Escape it leaves the editor, unless Escape has closed a list of completions
    await eventually(async () => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Tab')
      expect(await editor(page).evaluate((element) => element.contains(document.activeElement))).toEqual(false)
    })
    const sort = grid(page).getByRole('button', { name: 'text region' })
    await tabTo(page, sort)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await eventually(async () => expect((await rows(page))[0]).toEqual(['West', '40']))
    await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Save query' })
    await dialog.waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Keyed query')
    await page.keyboard.press('Enter')
    await toasts(page, 'Your query was saved')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Keyed query' }).waitFor()
    // the focus is back, and a new tab is one key away
    await editor(page).focus()
    await page.keyboard.press('Control+q')
    await page.getByRole('tab', { name: /^Untitled Query/, selected: true }).waitFor()
    await write(page, 'select 1 as one')
    await page.keyboard.press('Control+Enter')
    await become(page, [['1']])
  }),
]
