import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { queryDataset } from '../harness/callApi.ts'
import { bigNumber, choose, eventually, expect, settled, tile } from '../harness/dashboard.ts'
import { datasetId, drawn, unsavedChart } from '../harness/explore.ts'
import { sql } from '../harness/sql.ts'
import { story } from '../harness/story.ts'
import { hasInTooltip } from '../harness/tooltip.ts'

const number = async (query: string) => Number((await sql(query))[0]?.[0])
const written = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 6 })
const sumOf = (column: string, label: string) => ({
  expressionType: 'SIMPLE',
  column: { column_name: column },
  aggregate: 'SUM',
  label,
})

/**
 * The orders with typical problems of real tables: a missing place, an empty one, one that is the text N/A, and a
 * missing day.
 */
const messy = `SELECT
    CASE quantity WHEN 1 THEN NULL WHEN 2 THEN '' WHEN 3 THEN 'N/A' ELSE region END AS place,
    CASE WHEN quantity = 4 THEN NULL ELSE day END AS day, product, amount
  FROM shop_orders`
/** Thousands of series. */
const many = `SELECT a.day, concat_ws(' ', b.day, b.amount, a.region, a.product) AS name, a.amount
  FROM shop_orders a, shop_orders b`

const chart = (page: Page) => page.getByRole('region', { name: 'Chart', exact: true })

const cells = (page: Page): Promise<string[][]> =>
  chart(page)
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')))

async function asTable(page: Page): Promise<string[][]> {
  await chart(page).getByRole('button', { name: 'View as table' }).press('Enter')
  await chart(page).getByRole('row').nth(1).waitFor()
  return (await cells(page)).slice(1)
}

const sorted = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(' | ')).toSorted()

export const stories = [
  story(
    'numbers: what a row limit cuts off is told as plain SQL counts it, and one click shows it',
    async ({ visit }) => {
      const { page, signIn, go } = await visit()
      await signIn()
      await go('/superset/welcome/')
      const id = await datasetId(page, 'shop_orders')
      const limit = 50
      const form = {
        viz_type: 'echarts_timeseries_line',
        x_axis: 'day',
        time_grain_sqla: 'P1D',
        groupby: ['region', 'product'],
        metrics: [{ expressionType: 'SIMPLE', column: { column_name: 'amount' }, aggregate: 'SUM', label: 'Sum' }],
        row_limit: limit,
      }
      await go(await unsavedChart(page, id, form))
      await drawn(page)

      const groups = 'SELECT day, region, product, SUM(amount) AS total FROM shop_orders GROUP BY ALL'
      const all = await number(`SELECT COUNT(*) FROM (${groups})`)
      const shown = await number(`SELECT SUM(total) FROM (${groups} ORDER BY total DESC LIMIT ${limit})`)
      const share = (100 * shown) / (await number('SELECT SUM(amount) FROM shop_orders'))
      const badge = page.getByRole('button', { name: /^50 of / })
      const text = (await badge.getAttribute('aria-label')) ?? ''
      const [, counted = '', percent = ''] = /^50 of ([\d,]+) cells: ([\d.]+) % of the total$/.exec(text) ?? []
      expect(Number(counted.replaceAll(',', ''))).toEqual(all)
      expect(Math.abs(Number(percent) - share) < 0.6).toEqual(true)
      // the same line is below the chart
      await page.getByRole('region', { name: 'Chart', exact: true }).getByText(text).waitFor()

      await badge.click()
      await page.getByRole('button', { name: /^Raise the row limit to / }).click()
      await drawn(page)
      await badge.waitFor({ state: 'detached' })
    },
  ),

  story('numbers: what a series limit cuts off is one series, with what plain SQL says', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/welcome/')
    const form = {
      viz_type: 'echarts_timeseries_bar',
      x_axis: 'day',
      time_grain_sqla: 'P1M',
      groupby: ['product'],
      metrics: [sumOf('amount', 'Sum')],
      limit: 2,
      row_limit: 1000,
    }
    await go(await unsavedChart(page, await datasetId(page, 'shop_orders'), form))
    await drawn(page)
    await page.getByRole('button', { name: /^2 of / }).click()
    await page.getByRole('button', { name: 'Draw the rest as “Other”' }).click()
    await page.getByText('Results 2').waitFor()
    await drawn(page)
    const largest = '(SELECT product FROM shop_orders GROUP BY 1 ORDER BY SUM(amount) DESC LIMIT 2)'
    const months = await sql(
      `SELECT date_trunc('month', day) AS month, SUM(amount) FROM shop_orders
       WHERE product NOT IN ${largest} GROUP BY 1 ORDER BY 1`,
    )
    const [, sum = ''] = months[5] ?? []
    await hasInTooltip(page, chart(page), 'Other', written(Number(sum)))
  }),

  story('numbers: rows without a time are counted and shown as plain SQL finds them', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/welcome/')
    const id = await queryDataset(page, 'orders_without_days', messy)
    const form = { viz_type: 'echarts_timeseries_line', x_axis: 'day', time_grain_sqla: 'P1M', metrics: ['count'] }
    await go(await unsavedChart(page, id, { ...form, row_limit: 100 }))
    await drawn(page)
    const without = await number('SELECT COUNT(*) FROM shop_orders WHERE quantity = 4')
    const sentence = `${without} rows without a value in “day” are not drawn`
    await chart(page).getByText(sentence).waitFor()
    await page.getByRole('button', { name: sentence }).click()
    await page.getByRole('button', { name: 'See these rows' }).click()
    const rows = page.getByRole('dialog', { name: /^Drill to detail/ })
    await rows.getByText(`${without} rows`, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    // all other rows are drawn
    const shown = await asTable(page)
    const drawnRows = shown.reduce((sum, row) => sum + Number((row.at(-1) ?? '').replaceAll(',', '')), 0)
    expect(drawnRows + without).toEqual(await number('SELECT COUNT(*) FROM shop_orders'))
  }),

  story(
    'numbers: no value, an empty text and the text N/A stay apart in charts, tables, filters and files',
    async ({ visit }) => {
      const { page, signIn, go } = await visit()
      await signIn()
      await go('/superset/welcome/')
      const id = await queryDataset(page, 'orders_of_places', messy)
      const counts = await sql(
        `SELECT CASE WHEN place IS NULL THEN 'N/A' WHEN place = 'N/A' THEN '"N/A"' ELSE place END, COUNT(*)
         FROM (${messy}) GROUP BY ALL`,
      )
      await go(await unsavedChart(page, id, { viz_type: 'pie', groupby: ['place'], metric: 'count', row_limit: 100 }))
      await drawn(page)
      expect(sorted(await asTable(page))).toEqual(sorted(counts))
      const table = {
        viz_type: 'table',
        query_mode: 'aggregate',
        groupby: ['place'],
        metrics: ['count'],
        row_limit: 100,
      }
      await go(await unsavedChart(page, id, table))
      await drawn(page)
      expect(sorted((await cells(page)).slice(1))).toEqual(sorted(counts))
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Download', exact: true }).hover()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page
          .getByRole('menuitem', { name: /^Export to .*CSV/ })
          .first()
          .click(),
      ])
      const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/).slice(1)
      // a missing value is an empty field, an empty text a pair of quotes
      const fields = await sql(
        `SELECT CASE WHEN place IS NULL THEN '' WHEN place = '' THEN '""' ELSE place END, COUNT(*)
         FROM (${messy}) GROUP BY ALL`,
      )
      expect(lines.toSorted()).toEqual(fields.map((row) => row.join(',')).toSorted())

      // a filter means the same when it is shown as SQL
      const filter = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'place', operator: 'IN' }
      const total = { viz_type: 'big_number_total', metric: 'count' }
      await go(await unsavedChart(page, id, { ...total, adhoc_filters: [{ ...filter, comparator: [null, 'N/A'] }] }))
      await drawn(page)
      const filtered = await number(`SELECT COUNT(*) FROM (${messy}) WHERE place IS NULL OR place = 'N/A'`)
      await chart(page).getByText(String(filtered), { exact: true }).waitFor()
      await page.locator('[data-control=adhoc_filters]').getByRole('button', { name: /place/ }).first().click()
      await page.getByRole('tab', { name: 'Custom SQL' }).click()
      const editor = page.getByRole('dialog').last()
      await editor
        .getByText(/IS NULL/)
        .first()
        .waitFor()
      await editor.getByRole('button', { name: 'Save' }).click()
      await page
        .getByRole('button', { name: /^Update chart/ })
        .first()
        .click()
      await page
        .getByText(/IS NULL/)
        .first()
        .waitFor()
      await drawn(page)
      await chart(page).getByText(String(filtered), { exact: true }).waitFor()
    },
  ),

  story('numbers: of thousands of series the largest are drawn, and their count is told', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/welcome/')
    const id = await queryDataset(page, 'many_series', many)
    const form = {
      viz_type: 'echarts_timeseries_line',
      x_axis: 'day',
      time_grain_sqla: 'P1Y',
      groupby: ['name'],
      metrics: ['count'],
      row_limit: 50_000,
    }
    await go(await unsavedChart(page, id, form))
    await drawn(page)
    const all = await number(`SELECT COUNT(DISTINCT name) FROM (${many})`)
    await chart(page)
      .getByText(`The 100 largest of ${written(all)} series`)
      .waitFor()
    await page.getByRole('button', { name: 'Show 1000 series' }).click()
    await chart(page)
      .getByText(`The 1,000 largest of ${written(all)} series`)
      .waitFor()
  }),

  story('numbers: axes shorten them, the tooltip has all digits', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/welcome/')
    const form = {
      viz_type: 'echarts_timeseries_bar',
      x_axis: 'region',
      metrics: [sumOf('amount', 'Sum')],
      row_limit: 100,
    }
    await go(await unsavedChart(page, await datasetId(page, 'shop_orders'), form))
    await drawn(page)
    for (const [region = '', sum = ''] of await sql('SELECT region, SUM(amount) FROM shop_orders GROUP BY 1')) {
      await hasInTooltip(page, chart(page), region, written(Number(sum)))
    }
  }),

  story('numbers: a table has totals of all rows, also in pages and in its workbook', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/welcome/')
    const id = await datasetId(page, 'shop_orders')
    const form = {
      viz_type: 'table',
      query_mode: 'aggregate',
      groupby: ['product', 'region', 'channel'],
      metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'Rows' }, sumOf('quantity', 'Sum')],
      column_config: { Sum: { d3NumberFormat: ',d' } },
      show_totals: true,
      row_limit: 1000,
    }
    const [[count = '', sum = ''] = []] = await sql('SELECT COUNT(*), SUM(quantity) FROM shop_orders')
    const groups = 'SELECT product, region, channel FROM shop_orders GROUP BY ALL'
    await go(await unsavedChart(page, id, { ...form, server_pagination: true, server_page_length: 10 }))
    await drawn(page)
    const totals = async () => (await cells(page)).at(-1)?.slice(-2)
    const exact = [count, sum].map((text) => written(Number(text)))
    await eventually(async () => expect(await totals()).toEqual(exact))
    const all = await number(`SELECT COUNT(*) FROM (${groups})`)
    // rows on other pages do not count as left out
    await chart(page).getByText(`1–10 of ${all}`, { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^10 of / }).count()).toEqual(0)
    const first = (await cells(page)).slice(1, -1)
    await chart(page).getByRole('button', { name: 'Next page' }).click()
    await eventually(async () => expect((await cells(page))[1]).notToEqual(first[0]))
    expect(await totals()).toEqual(exact)

    await go(await unsavedChart(page, id, form))
    await drawn(page)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Download', exact: true }).hover()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export to Excel' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
    const { sheets } = await readXlsx(await readFile(await download.path()))
    const rows = sheets[0]?.rows ?? []
    expect(rows.at(-1)?.slice(-2)).toEqual([Number(count), Number(sum)])
    expect(rows.length - 2).toEqual(await number(`SELECT COUNT(*) FROM (${groups})`))
  }),

  story('numbers: with a filter of the dashboard every tile shows what plain SQL finds', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    await choose(page, 'Region', 'East')
    await page.getByRole('button', { name: 'Apply' }).click()
    const revenue = written(await number("SELECT SUM(amount) FROM shop_orders WHERE region = 'East'"))
    await eventually(async () => expect(await bigNumber(page, 'Revenue')).toEqual(revenue))
    const marks = tile(page, 'Orders by region')
    await marks.getByRole('button', { name: 'View as table' }).press('Enter')
    const orders = await sql("SELECT region, COUNT(*) FROM shop_orders WHERE region = 'East' GROUP BY 1")
    await eventually(async () =>
      expect(
        await marks
          .getByRole('row')
          .evaluateAll((rows) => rows.slice(1).map((row) => [...row.children].map((cell) => cell.textContent ?? ''))),
      ).toEqual(orders),
    )
  }),

  story('numbers: with a coarser time grain of a filter a chart adds up as plain SQL does', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const filter = {
      id: 'NATIVE_FILTER-grain',
      type: 'NATIVE_FILTER',
      name: 'Grain',
      filterType: 'filter_timegrain',
      targets: [{}],
      scope: { rootPath: ['ROOT_ID'], excluded: [] },
      controlValues: {},
      cascadeParentIds: [],
      defaultDataMask: { extraFormData: { time_grain_sqla: 'P3M' }, filterState: { value: ['P3M'], label: 'Quarter' } },
    }
    await page.route(/\/api\/v1\/dashboard\/shop$/, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { result: { json_metadata: string } }
      const metadata = JSON.parse(body.result.json_metadata) as Record<string, unknown>
      body.result.json_metadata = JSON.stringify({ ...metadata, native_filter_configuration: [filter] })
      await route.fulfill({ response: answer, json: body })
    })
    await go('/superset/dashboard/shop/')
    await page.getByRole('tab', { name: 'Over time' }).click()
    const trend = tile(page, 'Revenue per month')
    await trend.getByRole('button', { name: 'View as table' }).press('Enter')
    const quarters = await sql(`SELECT date_trunc('quarter', day), SUM(amount) FROM shop_orders GROUP BY 1 ORDER BY 1`)
    await eventually(async () =>
      expect(
        await trend
          .getByRole('row')
          .evaluateAll((rows) => rows.slice(1).map((row) => row.lastElementChild?.textContent ?? '')),
      ).toEqual(quarters.map(([, sum]) => written(Number(sum)))),
    )
  }),
]
