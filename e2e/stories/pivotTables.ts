import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { eventually, expect, tile } from '../harness/dashboard.ts'
import { datasetId, drawn, unsavedChart } from '../harness/explore.ts'
import { sql } from '../harness/sql.ts'
import { story } from '../harness/story.ts'

const customers = { expressionType: 'SQL', sqlExpression: 'COUNT(DISTINCT channel)', label: 'Channels' }
const form = {
  viz_type: 'pivot_table_v2',
  groupbyRows: ['region', 'product'],
  metrics: [customers],
  rowSubTotals: true,
  colTotals: true,
  row_limit: 1000,
}

/** Rows as texts, without the parts of merged headers. */
const rowsOf = (grid: Locator): Promise<string[][]> =>
  grid
    .locator('tbody tr[aria-rowindex], tfoot tr[aria-rowindex]')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll<HTMLElement>('th, td[aria-colindex]')].map((cell) => cell.innerText.trim()),
      ),
    )

export const stories = [
  story(
    'pivot table: totals are those of the database; groups close by keyboard; the table is exported',
    async ({ visit }) => {
      const { page, signIn, axeFindings } = await visit()
      await signIn()
      await page.goto(await unsavedChart(page, await datasetId(page, 'shop_orders'), form))
      await drawn(page)
      const grid = page.getByRole('region', { name: 'Chart', exact: true }).getByRole('grid')
      const totals = await sql('SELECT region, COUNT(DISTINCT channel) FROM shop_orders GROUP BY 1 ORDER BY 1')
      const [[whole = ''] = []] = await sql('SELECT COUNT(DISTINCT channel) FROM shop_orders')
      const shown = await rowsOf(grid)
      expect(shown.filter((row) => row.at(-2) === 'Subtotal').map((row) => row.at(-1))).toEqual(
        totals.map(([, n]) => n),
      )
      expect(shown.at(-1)).toEqual(['Total', whole])

      // moves from the first cell of the table to the header of the first group
      await grid.focus()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('-')
      await eventually(async () => expect((await rowsOf(grid))[0]).toEqual(totals[0]))
      const closed = grid.locator('th[aria-expanded=false]')
      expect(await closed.count()).toEqual(1)
      await page.keyboard.press('+')
      await eventually(async () => expect((await rowsOf(grid)).length).toEqual(shown.length))
      expect(await axeFindings()).toEqual([])

      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Download', exact: true }).hover()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'Export to pivoted .CSV' }).click(),
      ])
      const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
      expect(lines.at(-1)).toEqual(`Total,${whole}`)
      expect(lines.filter((line) => line.includes('Subtotal')).map((line) => line.split(',').at(-1))).toEqual(
        totals.map(([, n]) => n),
      )
    },
  ),

  story('pivot table: a header filters the other charts of a dashboard', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/us-flights/')
    await page.getByRole('tab', { name: 'Tables' }).click()
    const pivot = tile(page, 'Where and when are flights late').getByRole('grid')
    const flights = pivot.locator('tfoot td').first()
    // each level of totals scans three million flights
    await flights.waitFor({ timeout: 120_000 })
    const other = tile(page, 'Are the months alike').getByRole('grid')
    await other.getByRole('columnheader', { name: 'Jun' }).waitFor({ timeout: 120_000 })
    await pivot.getByRole('columnheader', { name: 'Night' }).first().click()
    await page.getByRole('button', { name: /^Remove cross-filter/ }).waitFor()
    await eventually(async () => {
      const parts = new Set(
        (await rowsOf(other)).flat().filter((text) => /^(Afternoon|Evening|Morning|Night)$/.test(text)),
      )
      expect([...parts]).toEqual(['Night'])
    }, 60_000)
    expect(await pivot.getByRole('columnheader', { name: 'Night' }).first().getAttribute('aria-selected')).toEqual(
      'true',
    )
  }),
]
