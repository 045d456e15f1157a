import type { Page } from 'playwright-core'
import { callApi } from '../harness/callApi.ts'
import { eventually, expect } from '../harness/dashboard.ts'
import { tabTo } from '../harness/hands.ts'
import { become, editor, grid, openLab, rows, run, toasts } from '../harness/sqlLab.ts'
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
        // the editor may check the query while the connection is lost
        const { page, signIn } = await visit({ expects: [/ERR_INTERNET_DISCONNECTED/] })
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

        // creates a table from the rows of the query
        await page.getByRole('button', { name: 'More ways to run' }).click()
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
        // a database server has neither samples nor named results, and this one has no previews of tables
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

  story('sql lab: by keyboard alone, from an empty tab to a chart', async ({ visit }) => {
    const { page, signIn } = await visit({ expects: [/status of 409/] })
    const { keyboard } = page
    const openTab = (name: string | RegExp) => page.getByRole('tab', { name, selected: true }).waitFor()
    const orders = `select region, '{"n": 1}' as doc, count(*) as n from shop_orders group by 1 order by 1`
    await signIn()
    await openLab(page, '?new=true&dbid=1&schema=main&name=Keys')
    await inEditor(page, true)

    // a completed name
    await writeByKeys(page, orders.slice(0, orders.indexOf('shop_orders')))
    await keyboard.type('shop_ord')
    await page.getByRole('option', { name: /^shop_orders/ }).waitFor()
    // a list that has just opened ignores keys, so that nothing is selected by accident
    await page.waitForTimeout(150)
    await keyboard.press('Enter')
    await keyboard.insertText(orders.slice(orders.indexOf(' group by')))
    await eventually(async () => expect(await editor(page).innerText()).toEqual(orders))
    await keyboard.press('Control+Enter')
    await eventually(async () => expect(await grid(page).locator('tbody tr[aria-rowindex]').count()).toEqual(4))

    // a selection, and a query that is stopped
    await keyboard.insertText(';\nselect 7 as seven')
    await keyboard.press('Shift+Home')
    await page.getByRole('button', { name: /^Run selection/ }).waitFor()
    await keyboard.press('Control+Enter')
    await become(page, [['7']])
    await writeByKeys(page, 'select count(*) from range(100000000) a, range(100000000) b')
    await keyboard.press('Control+Enter')
    await page.getByRole('toolbar').getByRole('button', { name: 'Stop' }).waitFor()
    await keyboard.press('Control+e')
    await page.getByText('Query was stopped', { exact: true }).waitFor()
    // a key that follows so fast that the page has not rendered the text before it
    await editor(page).evaluate((content, sql) => {
      document.execCommand('selectAll')
      document.execCommand('insertText', false, sql)
      const enter = { key: 'Enter', code: 'Enter', keyCode: 13, ctrlKey: true, bubbles: true, cancelable: true }
      content.dispatchEvent(new KeyboardEvent('keydown', enter))
    }, orders)
    await eventually(async () => expect((await rows(page))[0]).toEqual(['East', '{"n": 1}', '80']))

    // the history of the tab, and back to its result
    await leaveEditor(page)
    await tabTo(page, page.getByRole('tab', { name: 'Results' }))
    await keyboard.press('ArrowRight')
    await page.getByRole('img', { name: 'Stopped', exact: true }).waitFor()
    await keyboard.press('ArrowLeft')
    await tabTo(page, grid(page).getByRole('button', { name: 'text region' }))
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    await eventually(async () => expect((await rows(page))[0]).toEqual(['West', '{"n": 1}', '40']))
    const cell = grid(page).getByRole('button', { name: 'Show the content of doc' })
    await tabTo(page, cell)
    await keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Cell content' }).getByText('"n": 1').waitFor()
    await keyboard.press('Escape')
    await eventually(async () =>
      expect(await cell.first().evaluate((element) => element === document.activeElement)).toEqual(true),
    )

    await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }))
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Save query' })
    await dialog.waitFor()
    await keyboard.press('Control+a')
    await keyboard.type('Keyed query')
    await keyboard.press('Enter')
    await toasts(page, 'Your query was saved')
    await dialog.waitFor({ state: 'detached' })
    await openTab('Keyed query')

    // a new tab has the focus in its editor; arrow keys keep the focus on the tabs; when a tab is closed, the next one
    // gets it
    await keyboard.press('Control+q')
    await openTab(/^Untitled Query/)
    await inEditor(page, true)
    await leaveEditor(page)
    const tabs = page.getByRole('tab', { name: /^(Keyed query|Untitled Query)/ })
    await tabTo(page, tabs.and(page.getByRole('tab', { selected: true })))
    await keyboard.press('ArrowLeft')
    await openTab('Keyed query')
    await page.getByRole('textbox', { name: 'SQL of Keyed query' }).waitFor()
    await inEditor(page, false)
    await keyboard.press('ArrowRight')
    await openTab(/^Untitled Query/)
    await tabTo(page, /^Close tab Untitled Query/)
    await keyboard.press('Enter')
    await openTab('Keyed query')
    await inEditor(page, true)

    await leaveEditor(page)
    await tabTo(page, page.getByRole('button', { name: 'Create Chart' }))
    await keyboard.press('Enter')
    await page.waitForURL(/\/explore\/\?.*datasource_type=query/)
  }),
]

const inEditor = (page: Page, isThere: boolean) =>
  eventually(async () =>
    expect(await editor(page).evaluate((element) => element.contains(document.activeElement))).toEqual(isThere),
  )

async function writeByKeys(page: Page, sql: string): Promise<void> {
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(sql)
}

/** Tab indents; after Escape it leaves the editor, unless Escape has closed a list of completions. */
const leaveEditor = (page: Page) =>
  eventually(async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    expect(await editor(page).evaluate((element) => element.contains(document.activeElement))).toEqual(false)
  })
