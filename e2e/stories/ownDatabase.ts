import type { Locator, Page } from 'playwright-core'
import { callApi } from '../harness/callApi.ts'
import { eventually, expect } from '../harness/dashboard.ts'
import { box, drawn, openedAsSaved } from '../harness/explore.ts'
import { tabTo } from '../harness/hands.ts'
import { keyboardOf } from '../harness/keyboard.ts'
import { addColumn, createChart } from '../harness/newChart.ts'
import { become, openLab, run, toasts } from '../harness/sqlLab.ts'
import { story } from '../harness/story.ts'
import type { VisitOptions, Visitor } from '../harness/visitor.ts'
import { totalsSql, withCompany } from '../harness/withCompany.ts'

/**
 * From a company's own database to a shared query, as a new user would do it: with a mouse, on a phone, and by
 * keyboard.
 */

const views: { title: string; options: VisitOptions }[] = [
  { title: 'in the dark theme', options: { theme: 'dark' } },
  { title: 'on a phone', options: { theme: 'light', phone: true } },
]

/** The rows of the chart, which is a table. */
const chartIs = (page: Page, expected: string[][]) =>
  eventually(async () => {
    const lines = page.getByRole('region', { name: 'Chart', exact: true }).locator('tbody tr')
    const found = await lines.evaluateAll((all) =>
      all.map((line) => [...line.querySelectorAll('td,th')].map((cell) => cell.textContent?.trim() ?? '')),
    )
    expect(found.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual(expected)
  })

/** The link of the query that was just saved. */
async function savedLink(page: Page, copy: (button: Locator) => Promise<void>): Promise<string> {
  await toasts(page, 'Your query was saved')
  await copy(page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Copy link' }))
  let link = ''
  await eventually(async () => {
    link = await page.evaluate(() => navigator.clipboard.readText())
    expect(/\?savedQueryId=\d+$/.test(link)).toEqual(true)
  })
  return link
}

async function isHiddenFromColleague({ page, signIn }: Visitor, username: string, link: string): Promise<void> {
  await signIn(username)
  await page.goto(link)
  await page.getByText("The query couldn't be loaded").waitFor()
  await page.locator('.cm-content').waitFor()
  expect(await page.getByText('order_items').count()).toEqual(0)
}

/** Deletes the charts, datasets and the database that a story has created. */
async function removeAll(page: Page, database: string): Promise<void> {
  await page.goto('/superset/welcome/', { waitUntil: 'networkidle' })
  const listed = async (path: string, column: string, value: string) => {
    const filter = `(filters:!((col:${column},opr:eq,value:%27${encodeURIComponent(value)}%27)))`
    const { result } = await callApi<{ result: { id: number }[] }>(page, 'GET', `${path}?q=${filter}`)
    return result.map(({ id }) => `${path}${id}`)
  }
  for (const address of [
    ...(await listed('/api/v1/chart/', 'slice_name', 'Sales by country')),
    ...(await listed('/api/v1/dataset/', 'table_name', 'Sales')),
    ...(await listed('/api/v1/database/', 'database_name', database)),
  ])
    await callApi(page, 'DELETE', address)
}

async function connectByKeys(page: Page, port: number, name: string): Promise<void> {
  const { keyboard } = page
  const { press, fill, skip } = keyboardOf(page)
  await page.goto('/databaseview/list/')
  await page.getByRole('table', { name: 'Databases' }).getByText('examples').waitFor()
  await skip()
  await press('Database')
  const dialog = page.getByRole('dialog', { name: 'Connect a database' })
  await dialog.getByText('STEP 1 OF 3').waitFor()
  await press('PostgreSQL')
  await dialog.getByText('STEP 2 OF 3').waitFor()
  await fill('Host', '127.0.0.1')
  await fill('Port', String(port))
  await fill('Database name', name)
  await fill('Username', 'postgres')
  const shownAs = dialog.getByRole('textbox', { name: 'Display Name' })
  await tabTo(page, shownAs)
  await keyboard.press('Control+a')
  await keyboard.type('Company by keys')
  await press('Connect')
  await toasts(page, 'Database connected')
  await tabTo(page, dialog.getByRole('link', { name: 'CREATE DATASET' }))
  await keyboard.press('Enter')
}

/** Chooses an option of a list by typing the start of its name. */
async function chooseByKeys(page: Page, place: Locator, field: string, text: string): Promise<void> {
  const { keyboard } = page
  await tabTo(page, place.getByRole('combobox', { name: field, exact: true }))
  await keyboard.press('Enter')
  // the type of a column is shown before its name, the type of a database after it
  const option = page.getByRole('option', { name: new RegExp(`(^|\\s)${text}`) })
  await option.waitFor()
  await keyboard.type(text)
  await eventually(async () => {
    const id = await option.getAttribute('id')
    expect(await page.locator(`[aria-activedescendant="${id}"]`).count()).toEqual(1)
  })
  await keyboard.press('Enter')
}

async function joinByKeys(page: Page): Promise<void> {
  const { keyboard } = page
  await chooseByKeys(page, page.getByRole('region', { name: 'Select database & schema' }), 'Schema', 'sales')
  await tabTo(page, page.getByRole('button', { name: 'order_items', exact: true }))
  await keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Join another table' }))
  await keyboard.press('Enter')
  const joined = page.getByRole('region', { name: 'Joined tables' })
  const card = (at: number) => joined.getByRole('group', { name: `Joined table ${at}` })
  await chooseByKeys(page, card(1), 'Table', 'orders')
  await card(1).getByText('Suggested by a foreign key.').waitFor()
  await tabTo(page, joined.getByRole('button', { name: 'Join another table' }))
  await keyboard.press('Enter')
  await card(2).waitFor()
  await tabTo(page, card(2).getByRole('combobox', { name: 'Joins', exact: true }), true)
  await keyboard.press('Enter')
  await page.getByRole('option', { name: 'orders', exact: true }).waitFor()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await tabTo(page, card(2).getByRole('combobox', { name: 'Table', exact: true }), true)
  await chooseByKeys(page, card(2), 'Table', 'customers')
  await card(2).getByText('Suggested by a foreign key.').waitFor()
  const named = joined.getByRole('textbox', { name: 'Dataset name' })
  await tabTo(page, named, true)
  await keyboard.press('Control+a')
  await keyboard.type('Sales')
  const create = page.getByRole('button', { name: 'Create dataset and create chart' })
  await eventually(async () => expect(await create.getAttribute('aria-disabled')).notToEqual('true'))
  await tabTo(page, create)
  await keyboard.press('Enter')
  await page.waitForURL(/\/chart\/add\?dataset=\d+/)
}

async function chartByKeys(page: Page, totals: string[][]): Promise<void> {
  const { keyboard } = page
  await tabTo(page, page.getByRole('textbox', { name: 'Search all charts' }))
  await keyboard.type('Table')
  await tabTo(page, page.getByRole('radio').first())
  await keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Create new chart' }))
  await keyboard.press('Enter')

  // a column and a metric by their editors
  const editor = page.locator('form[data-editor]')
  const add = async (control: string) => {
    await tabTo(page, box(page, control).getByRole('button').last())
    await keyboard.press('Enter')
    await editor.waitFor()
    const tab = editor.getByRole('tab', { name: 'Simple', exact: true })
    await tabTo(page, editor.getByRole('tab', { selected: true }))
    for (let step = 0; step < 3 && (await tab.getAttribute('aria-selected')) !== 'true'; step += 1) {
      await keyboard.press('ArrowRight')
      await keyboard.press('Enter')
    }
  }
  await tabTo(page, page.getByRole('radio', { name: 'Raw records' }))
  await keyboard.press('ArrowLeft')
  await box(page, 'groupby').waitFor()
  await add('groupby')
  await chooseByKeys(page, editor, 'Column', 'country')
  await tabTo(page, editor.getByRole('button', { name: 'Save', exact: true }))
  await keyboard.press('Enter')
  await add('metrics')
  await chooseByKeys(page, editor, 'column', 'amount')
  await chooseByKeys(page, editor, 'aggregate', 'SUM')
  await tabTo(page, editor.getByRole('button', { name: 'Save', exact: true }))
  await keyboard.press('Enter')
  await editor.waitFor({ state: 'detached' })
  await keyboard.press('Control+Enter')
  await drawn(page)
  await chartIs(page, totals)
  await keyboard.press('Control+s')
  await page.getByLabel('Chart name').waitFor()
  await keyboard.type('Sales by country')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }))
  await keyboard.press('Enter')
  await openedAsSaved(page)
}

/** Returns the link of the query. */
async function queryByKeys(page: Page, totals: string[][]): Promise<string> {
  const { keyboard } = page
  // opens the SQL of the chart from its menu
  await tabTo(page, page.getByRole('link', { name: 'SQL Lab', exact: true }))
  await keyboard.press('Enter')
  await page.locator('.cm-content').waitFor()
  await keyboard.press('Escape')
  await keyboard.press('Tab')
  await chooseByKeys(page, page.getByRole('main'), 'Database', 'Company by keys')
  await tabTo(page, page.getByRole('textbox', { name: /^SQL of / }))
  await keyboard.press('Control+a')
  await keyboard.insertText(totalsSql)
  await keyboard.press('Control+Enter')
  await become(page, totals)
  await keyboard.press('Escape')
  await keyboard.press('Tab')
  await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }))
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Save query' }).waitFor()
  await keyboard.press('Enter')
  return savedLink(page, async (button) => {
    await tabTo(page, button)
    await keyboard.press('Enter')
  })
}

export const stories = [
  ...views.map(({ title, options }) =>
    story(`own database ${title}: connected, joined, charted, queried; a colleague without rights`, (world) =>
      withCompany(async ({ port, name, totals }) => {
        const { product, visit } = world
        const { page, signIn, axeFindings } = await visit({ ...options, expects: [/status of 422/] })
        const found: string[] = []
        const look = async () => void found.push(...(await axeFindings()))
        await signIn()
        await page.goto('/databaseview/list/')
        await page.getByRole('button', { name: 'Database', exact: true }).click()
        const dialog = page.getByRole('dialog', { name: 'Connect a database' })
        await dialog.getByRole('button', { name: 'PostgreSQL' }).click()
        await dialog.getByLabel('Host').fill('127.0.0.1')
        await dialog.getByLabel('Port').fill(String(port))
        await dialog.getByLabel('Database name').fill(name)
        await dialog.getByLabel('Username').fill('postgres')
        await dialog.getByLabel('Display Name').fill('Company')
        await look()
        await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
        await toasts(page, 'Database connected')
        await look()
        await dialog.getByRole('link', { name: 'CREATE DATASET' }).click()

        await page.getByRole('combobox', { name: 'Schema', exact: true }).click()
        await page.getByRole('option', { name: 'sales', exact: true }).click()
        await page.getByRole('button', { name: 'order_items', exact: true }).click()
        await page.getByRole('button', { name: 'Join another table' }).click()
        const joined = page.getByRole('region', { name: 'Joined tables' })
        const card = (at: number) => joined.getByRole('group', { name: `Joined table ${at}` })
        const choose = async (at: number, field: string, option: string) => {
          await card(at).getByRole('combobox', { name: field, exact: true }).click()
          await page.getByRole('option', { name: option, exact: true }).click()
        }
        await choose(1, 'Table', 'orders')
        await card(1).getByText('Suggested by a foreign key.').waitFor()
        await joined.getByRole('button', { name: 'Join another table' }).click()
        await choose(2, 'Joins', 'orders')
        await choose(2, 'Table', 'customers')
        await card(2).getByText('Suggested by a foreign key.').waitFor()
        // an order has two payments
        await joined.getByRole('button', { name: 'Join another table' }).click()
        await choose(3, 'Joins', 'orders')
        await choose(3, 'Table', 'payments')
        await joined.getByText(/Joining payments would multiply rows/).waitFor()
        await look()
        await joined.getByRole('button', { name: 'Aggregate payments' }).click()
        await joined.getByText(/payments is aggregated to one row for each order_id/).waitFor()
        await joined.getByRole('textbox', { name: 'Dataset name' }).fill('Sales')
        const create = page.getByRole('button', { name: 'Create dataset and create chart' })
        await eventually(async () => expect(await create.getAttribute('aria-disabled')).notToEqual('true'))
        await look()
        await create.click()
        await page.waitForURL(/\/chart\/add\?dataset=\d+/)

        await page.getByRole('textbox', { name: 'Search all charts' }).fill('Table')
        await page
          .getByRole('radio', { name: /^Table/ })
          .first()
          .check()
        await page.getByRole('button', { name: 'Create new chart' }).click()
        await page.getByText('Aggregate', { exact: true }).click()
        await addColumn(page, 'groupby', 'country')
        await box(page, 'metrics').getByRole('button').last().click()
        const editor = page.locator('form[data-editor]')
        await editor.getByRole('tab', { name: 'Simple', exact: true }).click()
        await editor.getByRole('combobox', { name: 'column', exact: true }).click()
        await page.getByRole('option', { name: /\bamount$/ }).click()
        await editor.getByRole('combobox', { name: 'aggregate', exact: true }).click()
        await page.getByRole('option', { name: 'SUM', exact: true }).click()
        await editor.getByRole('button', { name: 'Save', exact: true }).click()
        await createChart(page)
        await chartIs(page, totals)
        await look()
        await page.keyboard.press('Control+s')
        await page.getByLabel('Chart name').fill('Sales by country')
        await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
        await page.waitForURL(/slice_id=\d+/)
        await drawn(page)

        // the same totals in SQL, shared with a colleague who has SQL Lab, but not this database
        const { result } = await callApi<{ result: { id: number }[] }>(
          page,
          'GET',
          '/api/v1/database/?q=(filters:!((col:database_name,opr:eq,value:Company)))',
        )
        await openLab(page, `?new=true&dbid=${result[0]?.id}&schema=sales&name=Sales`)
        await run(page, totalsSql)
        await become(page, totals)
        await look()
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page
          .getByRole('dialog', { name: 'Save query' })
          .getByRole('button', { name: 'Save', exact: true })
          .click()
        const link = await savedLink(page, (button) => button.click())
        const username = `sales-colleague-${options.phone ? 'phone' : 'wide'}`
        await product.addUser(username, ['Gamma', 'sql_lab'], 'examples')
        await isHiddenFromColleague(await visit({ ...options, expects: [/status of 404/] }), username, link)
        await page.getByRole('button', { name: 'Close tab Sales' }).click()
        await removeAll(page, 'Company')
        expect(found).toEqual([])
      }),
    ),
  ),

  story('own database by keyboard alone: connected, joined, charted, queried, shared', ({ product, visit }) =>
    withCompany(async ({ port, name, totals }) => {
      const { page, signIn } = await visit({ expects: [/status of 422/] })
      await signIn()
      await connectByKeys(page, port, name)
      await joinByKeys(page)
      await chartByKeys(page, totals)
      const link = await queryByKeys(page, totals)
      await product.addUser('sales-colleague-keys', ['Gamma', 'sql_lab'], 'examples')
      await isHiddenFromColleague(await visit({ expects: [/status of 404/] }), 'sales-colleague-keys', link)
      await removeAll(page, 'Company by keys')
    }),
  ),
]
