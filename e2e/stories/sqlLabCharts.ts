import type { Page } from 'playwright-core'
import { eventually, expect } from '../harness/dashboard.ts'
import { become, editor, grid, openLab, run, write } from '../harness/sqlLab.ts'
import { story } from '../harness/story.ts'

const sql = 'select region, sum(amount) as total from shop_orders group by region order by 1'

const sourceMenu = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'Dataset actions' }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

export const stories = [
  story('sql lab: a result becomes a chart, its query is shown, and both are saved', async ({ visit }) => {
    const { page, signIn, axeFindings } = await visit({ expects: [/status of 400/] })
    await signIn()
    await openLab(page, '?new=true&name=Totals')
    await run(page, 'select region, 1 as n from shop_orders limit 3; ' + sql)
    await page.getByRole('radio', { name: 'Statement 1' }).waitFor()

    // the first rows appear while a query is written, and stay while it is not complete
    const first = grid(page).first()
    await page.getByRole('tab', { name: 'Live preview' }).click()
    await write(page, 'select region, 7 as seven from shop_orders order by 1 limit 2')
    await become(page, [
      ['East', '7'],
      ['East', '7'],
    ])
    await page.keyboard.type(' nope')
    await page
      .getByRole('tabpanel', { name: 'Live preview' })
      .getByText(/syntax error/)
      .waitFor()
    await first.waitFor()
    await write(page, 'select region, 1 as n from shop_orders limit 3; ' + sql)
    await page.getByRole('tab', { name: 'Results' }).click()

    // a result with a name is read by the next statement of the tab
    await run(page, 'select region, count(*) as orders from shop_orders group by 1 order by 1 limit 2')
    await page.getByRole('button', { name: 'Name result' }).click()
    const naming = page.getByRole('dialog', { name: 'Name result' })
    await naming.getByLabel('Name').fill('busy regions')
    await page.keyboard.press('Enter')
    await naming.getByText('Use letters, digits and _, and begin with a letter.').waitFor()
    await naming.getByLabel('Name').fill('busy')
    await page.keyboard.press('Enter')
    const named = page.getByRole('region', { name: 'Named results' })
    await named.getByText('scratch.busy').waitFor()
    await run(page, 'select max(region) as last, count(*) as n from scratch.busy')
    await become(page, [['North', '2']])
    expect(await page.locator('.cm-fault').count()).toEqual(0)
    await named.getByText('scratch.busy').hover()
    await named.getByRole('button', { name: 'Remove the name busy' }).click()
    await named.waitFor({ state: 'detached' })
    await run(page, 'select region, 1 as n from shop_orders limit 3; ' + sql)
    await page.getByRole('radio', { name: 'Statement 1' }).waitFor()

    // the query plan of the database
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Query plan' }).click()
    const plan = page.getByRole('dialog', { name: 'Query plan' })
    await plan
      .getByText(/GROUP BY/)
      .first()
      .waitFor()
    await plan.getByText('region, amount').first().waitFor()
    await page.keyboard.press('Escape')

    // a chart next to the rows, of a type that suits the columns; the next result has one as well
    await page.getByRole('button', { name: 'Chart', exact: true }).click()
    const beside = page.getByRole('region', { name: 'Chart of the result' })
    await beside.locator('[data-viz-type="echarts_timeseries_bar"] canvas').waitFor()
    await beside.getByRole('button', { name: 'Pie Chart' }).click()
    await beside.locator('[data-viz-type="pie"] canvas').waitFor()
    expect(await axeFindings()).toEqual([])
    await run(page, sql)
    await beside.locator('[data-viz-type="echarts_timeseries_bar"] canvas').waitFor()
    await page.getByRole('button', { name: 'Chart', exact: true }).click()
    await beside.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Create Chart' }).click()
    await page.waitForURL(/\/explore\/\?.*datasource_type=query/)

    const source = page.getByRole('region', { name: 'Chart Source' })
    await source.getByText('Create a dataset to edit or add columns and metrics.').waitFor()
    await source.getByText('region', { exact: true }).waitFor()
    await page.getByText(/^\d rows$/).waitFor()
    await source.getByRole('button', { name: 'Close this message' }).click()
    await source.getByText('Create a dataset to edit').waitFor({ state: 'detached' })
    await sourceMenu(page, 'Query preview')
    const preview = page.getByRole('dialog', { name: 'Query preview' })
    await preview.getByText('shop_orders').first().waitFor()
    await preview.getByRole('button', { name: 'Save as Dataset' }).waitFor()
    await preview.getByRole('link', { name: 'Open in SQL Lab' }).waitFor()
    expect(await axeFindings()).toEqual([])
    await page.keyboard.press('Escape')

    // a reload keeps the query as the source
    await page.reload()
    await page.getByText(/^\d rows$/).waitFor()
    expect(await source.getByText('Create a dataset to edit').count()).toEqual(0)

    // a chart of a query is saved with a dataset
    await page.getByRole('button', { name: /^Save/ }).click()
    const save = page.getByRole('dialog', { name: 'Save chart' })
    await save.getByLabel('Chart name').fill('Totals by region')
    await save.getByText('A reusable dataset will be saved with your chart.').waitFor()
    await save.getByLabel('Dataset Name').fill('totals_of_regions')
    await save.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Chart [Totals by region] has been saved', { exact: true }).waitFor()
    await source.getByText('totals_of_regions', { exact: true }).waitFor()
    await page.getByText(/^\d rows$/).waitFor()

    // opens the SQL of the chart in the editor without running it
    const noSql = { result: [{ error: 'No SQL' }] }
    await page.route('**/api/v1/chart/data', (route) => route.fulfill({ json: noSql }), { times: 1 })
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Run in SQL Lab' }).click()
    await page.getByText('An error occurred while loading the SQL', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Run in SQL Lab' }).click()
    await page.waitForURL(/\/superset\/sqllab\//)
    await page.locator('.cm-content').waitFor()
    await eventually(async () => expect(/SELECT[\s\S]*region/.test(await editor(page).innerText())).toEqual(true))
    await page.getByText('Run a query to display results', { exact: true }).waitFor()
  }),

  story('sql lab: opens with the query of a dataset, of a chart and of a link', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    await page.goto('/tablemodelview/list/?pageIndex=0')
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'shop_orders', exact: true }) })
    await row.hover()
    await row.getByRole('link', { name: 'View in SQL Lab' }).click()
    await page.locator('.cm-content').waitFor()
    await eventually(async () => expect(await editor(page).innerText()).toEqual('SELECT *\nFROM main.shop_orders'))
    await page.getByText('Run a query to display results', { exact: true }).waitFor()

    await openLab(page, `?sql=${encodeURIComponent("select 'linked' as word")}&dbid=1&name=Linked&autorun=true`)
    await page.getByRole('tab', { name: 'Linked' }).waitFor()
    await page.getByText('Run a query to display results', { exact: true }).waitFor()
    await page.keyboard.press('Control+Enter')
    await become(page, [['linked']])
    await page.reload()
    await page.locator('.cm-content').waitFor()
    await become(page, [['linked']])
  }),
]
