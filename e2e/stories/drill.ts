import { eventually, expect, settled, tile } from '../harness/dashboard.ts'
import { sql } from '../harness/sql.ts'
import { story } from '../harness/story.ts'

const count = async (where: string) => (await sql(`SELECT count(*) FROM shop_orders WHERE ${where}`))[0]?.[0]

export const stories = [
  story('drill: the rows behind a mark, by keyboard and by right click, in pages', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    const chart = tile(page, 'Orders by region')
    const marks = chart.getByRole('listbox', { name: /^Data points of/ })
    await marks.focus()
    await page.keyboard.press('Home')
    const [name = ''] = (await marks.getByRole('option').first().innerText()).split(/[:\n]/)
    const where = `region = '${name.trim()}'`
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Drill to detail by', exact: true }).press('ArrowRight')
    await page.getByRole('menuitem', { name: `Drill to detail by ${name.trim()}` }).press('Enter')

    const dialog = page.getByRole('dialog', { name: 'Drill to detail: Orders by region' })
    const rows = Number(await count(where))
    await dialog.getByText(`${rows} rows`, { exact: true }).waitFor()
    await dialog.getByText('shop_orders').waitFor()
    expect(await dialog.getByRole('columnheader', { name: 'Region' }).count()).toEqual(1)
    const cells = () => dialog.getByRole('row').evaluateAll((all) => all.map((row) => row.textContent ?? '').slice(1))
    const first = await cells()
    expect([first.length, first.every((text) => text.includes(name.trim()))]).toEqual([Math.min(50, rows), true])
    await dialog.getByRole('button', { name: 'Next page' }).click()
    await eventually(async () => expect((await cells())[0]?.startsWith('51')).toEqual(true))

    // without its filter the dialog shows all rows of the chart
    await dialog.getByRole('button', { name: `Remove the filter Region ${name.trim()}` }).click()
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
]
