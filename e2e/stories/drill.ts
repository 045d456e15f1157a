import type { Locator } from 'playwright-core'
import { choose, eventually, expect, settled, tile } from '../harness/dashboard.ts'
import { sql } from '../harness/sql.ts'
import { story, type World } from '../harness/story.ts'

const inOrder = (rows: string[][]) => rows.map((row) => row.join(' ')).toSorted()
const count = async (where: string) => (await sql(`SELECT count(*) FROM shop_orders WHERE ${where}`))[0]?.[0]

/** Opens a dashboard and focuses the first mark of its chart of regions. */
async function markOfRegions(visit: World['visit']) {
  const { page, signIn, go } = await visit()
  await signIn()
  await go('/superset/dashboard/shop/')
  await settled(page)
  const chart = tile(page, 'Orders by region')
  const marks = chart.getByRole('listbox', { name: /^Data points of/ })
  await marks.focus()
  await page.keyboard.press('Home')
  const [name = ''] = (await marks.getByRole('option').first().innerText()).split(/[:\n]/)
  return { page, chart, region: name.trim() }
}

export const stories = [
  story('drill: the rows behind a mark, by keyboard and by right click, in pages', async ({ visit }) => {
    const { page, region } = await markOfRegions(visit)
    const where = `region = '${region}'`
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Drill to detail by', exact: true }).press('ArrowRight')
    await page.getByRole('menuitem', { name: `Drill to detail by ${region}` }).press('Enter')

    const dialog = page.getByRole('dialog', { name: 'Drill to detail: Orders by region' })
    const rows = Number(await count(where))
    await dialog.getByText(`${rows} rows`, { exact: true }).waitFor()
    await dialog.getByText('shop_orders').waitFor()
    expect(await dialog.getByRole('columnheader', { name: 'Region' }).count()).toEqual(1)
    // no chart of the dashboard uses this column itself
    await dialog.getByRole('columnheader', { name: /Amount/ }).waitFor()
    const cells = () => dialog.getByRole('row').evaluateAll((all) => all.map((row) => row.textContent ?? '').slice(1))
    const first = await cells()
    expect([first.length, first.every((text) => text.includes(region))]).toEqual([Math.min(50, rows), true])
    await dialog.getByRole('button', { name: 'Next page' }).click()
    await eventually(async () => expect((await cells())[0]?.startsWith('51')).toEqual(true))

    // without its filter the dialog shows all rows of the chart
    await dialog.getByRole('button', { name: `Remove the filter Region ${region}` }).click()
    await dialog.getByText(`${await count('true')} rows`, { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()

    // a right click on a cell of a table
    const cell = tile(page, 'Revenue by product').getByRole('gridcell', { name: 'Lamp', exact: true })
    await cell.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Drill to detail by', exact: true }).hover()
    await page.getByRole('menuitem', { name: 'Drill to detail by Lamp' }).click()
    await page
      .getByRole('dialog', { name: 'Drill to detail: Revenue by product' })
      .getByText(`${await count("product = 'Lamp'")} rows`, { exact: true })
      .waitFor()
  }),
  story('drill by: the rows behind a mark by other columns, and on into the chart builder', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    const openColumns = async (marks: Locator, name: string) => {
      await marks.focus()
      await page.keyboard.press('Home')
      await page.keyboard.press('Shift+F10')
      await page.getByRole('menuitem', { name: 'Drill by', exact: true }).press('ArrowRight')
      await page.getByRole('menuitem', { name, exact: true }).press('Enter')
    }
    const chart = tile(page, 'Orders by region').getByRole('listbox', { name: /^Data points of/ })
    await chart.focus()
    await page.keyboard.press('Home')
    const [region = ''] = (await chart.getByRole('option').first().innerText()).split(/[:\n]/)

    // compared with another region: the changes of all products add up to the total change
    const [[other = ''] = []] = await sql(`SELECT region FROM shop_orders WHERE region <> '${region.trim()}' LIMIT 1`)
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Compare with ...' }).press('ArrowRight')
    await page.getByRole('menuitem', { name: other, exact: true }).press('Enter')
    const explained = page.getByRole('dialog', { name: 'Explain the change: Orders by region' })
    await explained.getByRole('button', { name: 'Product', exact: true }).click()
    const changes = await sql(
      `SELECT product, count(*) FILTER (region = '${region.trim()}') - count(*) FILTER (region = '${other}') AS change
       FROM shop_orders GROUP BY 1 ORDER BY abs(change) DESC, 1`,
    )
    const signed = (change = '') =>
      (change.startsWith('-') ? change.replace('-', '−') : `+${change}`).replace('+0', '0')
    const explainedRows = () =>
      explained
        .getByRole('row')
        .evaluateAll((rows) =>
          rows.slice(1).map(({ children }) => [children[0]?.textContent ?? '', children[3]?.textContent ?? '']),
        )
    await eventually(async () =>
      expect(inOrder(await explainedRows())).toEqual(
        inOrder(changes.map(([product = '', change]) => [product, signed(change)])),
      ),
    )
    await explained.getByRole('button', { name: 'Close', exact: true }).last().click()
    await openColumns(chart, 'Product')

    const dialog = page.getByRole('dialog', { name: 'Drill by: Orders by region' })
    await dialog.locator('[data-viz-type="pie"]').waitFor()
    const view = dialog.getByRole('radiogroup', { name: 'View' })
    await view.getByText('Table').click()
    const cells = () =>
      dialog
        .getByRole('row')
        .evaluateAll((rows) => rows.slice(1).map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
    const products = await sql(
      `SELECT product, count(*) FROM shop_orders WHERE region = '${region.trim()}' GROUP BY 1 ORDER BY 2 DESC, 1`,
    )
    await eventually(async () => expect(inOrder(await cells())).toEqual(inOrder(products)))

    // the breadcrumb leads back to the regions; then the region is drilled by another column, as a bar chart
    await dialog.getByRole('button', { name: `Region (${region.trim()})` }).click()
    await eventually(async () => expect((await cells()).some(([name]) => name === region.trim())).toEqual(true))
    await view.getByText('Chart').click()
    await openColumns(dialog.getByRole('listbox', { name: /^Data points of/ }), 'Product')
    await dialog.getByRole('combobox', { name: 'Chart type' }).selectOption('Bar Chart')
    await dialog.locator('[data-viz-type="echarts_timeseries_bar"]').waitFor()

    await dialog.getByRole('button', { name: 'Edit chart' }).click()
    await page.waitForURL(/form_data_key=/)
    await page.locator('[data-explore-picture] [data-viz-type="echarts_timeseries_bar"]').waitFor()
    await page.getByText(`Region = '${region.trim()}'`).first().waitFor()
  }),
  story('levels: down a hierarchy in the place of the chart, under its filters, and back', async ({ visit }) => {
    const { page, chart, region } = await markOfRegions(visit)
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Drill down to Product' }).press('Enter')
    await chart.getByRole('button', { name: `Region (${region})` }).waitFor()
    await chart.getByRole('button', { name: 'View as table' }).press('Enter')
    const cells = () =>
      chart
        .getByRole('row')
        .evaluateAll((rows) => rows.slice(1).map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
    const products = (where: string) =>
      sql(`SELECT product, count(*) FROM shop_orders WHERE region = '${region}' AND ${where} GROUP BY 1`)
    const all = await products('true')
    expect(all.length > 1).toEqual(true)
    await eventually(async () => expect(inOrder(await cells())).toEqual(inOrder(all)))

    // a filter of the dashboard does not change the level
    await choose(page, 'Product', 'Lamp')
    await page.getByRole('button', { name: 'Apply filters' }).click()
    const lamps = await products("product = 'Lamp'")
    await eventually(async () => expect(await cells()).toEqual(lamps))
    await chart.getByRole('button', { name: `Region (${region})` }).click()
    await chart.getByRole('navigation', { name: 'Breadcrumbs' }).waitFor({ state: 'detached' })

    // time columns need no hierarchy
    await page.getByRole('tab', { name: 'Over time' }).click()
    const trend = tile(page, 'Revenue per month')
    const months = trend.getByRole('listbox', { name: /^Data points of/ })
    await months.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Drill down to Day' }).press('Enter')
    await trend.getByText('Day', { exact: true }).waitFor()
    await trend.getByRole('button', { name: 'View as table' }).press('Enter')
    const [[days = ''] = []] = await sql(
      `SELECT count(DISTINCT day::DATE) FROM shop_orders WHERE product = 'Lamp' AND date_trunc('month', day) =
       (SELECT min(date_trunc('month', day)) FROM shop_orders WHERE product = 'Lamp')`,
    )
    await eventually(async () => expect(await trend.getByRole('row').count()).toEqual(Number(days) + 1))
  }),
]
