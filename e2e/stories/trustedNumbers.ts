import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { virtualDataset } from '../harness/callApi.ts'
import { createChart } from '../harness/createDashboard.ts'
import { eventually, expect } from '../harness/dashboard.ts'
import { box, datasetId, drawn, unsavedChart } from '../harness/explore.ts'
import { sql } from '../harness/sql.ts'
import { story } from '../harness/story.ts'
import { hasInTooltip } from '../harness/tooltip.ts'

const number = async (query: string) => Number((await sql(query))[0]?.[0])

const sum = { expressionType: 'SIMPLE', column: { column_name: 'amount' }, aggregate: 'SUM', label: 'Sum' }

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
      // the same line stands below the chart
      await page.getByRole('region', { name: 'Chart', exact: true }).getByText(text).waitFor()

      await badge.click()
      await page.getByRole('button', { name: /^Raise the row limit to / }).click()
      await drawn(page)
      await badge.waitFor({ state: 'detached' })
    },
  ),

  story('numbers: rows without a time are counted as plain SQL counts them, and shown on demand', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/welcome/')
    const rows = 'SELECT CASE WHEN quantity < 3 THEN NULL ELSE day END AS day, product, amount FROM shop_orders'
    const id = await virtualDataset(page, 'orders_without_day', { sql: rows })
    const form = { viz_type: 'echarts_timeseries_line', x_axis: 'day', time_grain_sqla: 'P1M', metrics: [sum] }
    await go(await unsavedChart(page, id, { ...form, groupby: [] }))
    await drawn(page)
    const count = await number(`SELECT COUNT(*) FROM (${rows}) WHERE day IS NULL`)
    const line = `${count} rows without a value in “day” are not drawn`
    await page.getByRole('button', { name: line }).click()
    await page.getByRole('button', { name: 'See these rows' }).click()
    const dialog = page.getByRole('dialog', { name: /^Drill to detail/ })
    await dialog.getByText(`${count} rows`, { exact: true }).waitFor()
  }),

  story(
    'numbers: a missing value, an empty text and “N/A” are three things, in chart, file and filter',
    async ({ visit }) => {
      const { page, signIn, go } = await visit()
      await signIn()
      await go('/superset/welcome/')
      const rows = `SELECT CASE quantity % 4 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN 'N/A' ELSE '<NULL>' END AS label,
      amount FROM shop_orders`
      const id = await virtualDataset(page, 'orders_with_labels', { sql: rows })
      const of = (where: string) => number(`SELECT SUM(amount) FROM (${rows}) WHERE ${where}`)
      const figures = [
        await of('label IS NULL'),
        await of("label = ''"),
        await of("label = 'N/A'"),
        await of("label = '<NULL>'"),
      ]
      expect(new Set(figures).size).toEqual(4)

      await go(await unsavedChart(page, id, { viz_type: 'table', groupby: ['label'], metrics: [sum] }))
      await drawn(page)
      const chart = page.getByRole('region', { name: 'Chart', exact: true })
      const shown = await chart
        .getByRole('row')
        .evaluateAll((all) =>
          all.map((row) => [...row.querySelectorAll('[role="gridcell"], td')].map((cell) => cell.textContent ?? '')),
        )
      const byLabel = new Map(
        shown.filter(({ length }) => length > 0).map(([label = '', value = '']) => [label, value]),
      )
      // the words for the other two stand in quotes where they are texts
      const numbers = ['N/A', '', '"N/A"', '<NULL>'].map((label) => Number(byLabel.get(label)?.replaceAll(',', '')))
      expect([byLabel.size, numbers]).toEqual([4, figures])

      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Download', exact: true }).hover()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'Export to .CSV' }).click(),
      ])
      const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n').slice(1)
      const inFile = [',', '"",', 'N/A,', '<NULL>,'].map((start) => lines.find((line) => line.startsWith(start)))
      expect(inFile.map((line) => Number(line?.split(',').at(-1)))).toEqual(figures)

      // a filter on the first two means the same as SQL
      const either = {
        clause: 'WHERE',
        expressionType: 'SIMPLE',
        subject: 'label',
        operator: 'IN',
        comparator: [null, ''],
      }
      const total = { viz_type: 'big_number_total', metric: sum, y_axis_format: ',d' }
      await go(await unsavedChart(page, id, { ...total, adhoc_filters: [either] }))
      await drawn(page)
      const expected = (await of("label IS NULL OR label = ''")).toLocaleString('en-US')
      await chart.getByText(expected, { exact: true }).first().waitFor()
      await box(page, 'adhoc_filters').getByRole('button', { name: /label/ }).first().click()
      const editor = page.getByRole('dialog', { name: 'Filter' })
      await editor.getByRole('tab', { name: 'Custom SQL' }).click()
      await editor.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: /^Update chart/ }).click()
      await drawn(page)
      await chart.getByText(expected, { exact: true }).first().waitFor()
    },
  ),

  story(
    'numbers: of many series the largest are drawn and counted, and shortened figures are exact on hover',
    async ({ visit }) => {
      const { page, signIn, go } = await visit()
      await signIn()
      await go('/superset/welcome/')
      const rows = 'SELECT day, region, amount * 1001 AS amount, i AS series FROM shop_orders, range(150) t(i)'
      const id = await virtualDataset(page, 'orders_of_many', { sql: rows })
      const form = { viz_type: 'echarts_timeseries_line', x_axis: 'day', time_grain_sqla: 'P1M', metrics: [sum] }
      await go(await unsavedChart(page, id, { ...form, groupby: ['series'], row_limit: 50_000 }))
      await drawn(page)
      const chart = page.getByRole('region', { name: 'Chart', exact: true })
      const all = await number(`SELECT COUNT(DISTINCT series) FROM (${rows})`)
      await chart.getByText(`The 100 largest of ${all} series`).waitFor()
      await page.getByRole('button', { name: `Show ${all} series` }).click()
      await chart.getByText(`The 100 largest of ${all} series`).waitFor({ state: 'detached' })

      const whole = { ...form, groupby: [], y_axis_format: '.1s', tooltipTimeFormat: 'smart_date' }
      await go(await unsavedChart(page, id, whole))
      await drawn(page)
      const june = await number(`SELECT SUM(amount) FROM (${rows}) WHERE date_trunc('month', day) = DATE '2024-06-01'`)
      await hasInTooltip(page, chart, june.toLocaleString('en-US'))
    },
  ),

  story(
    'numbers: pages and totals of a table, and its Excel file, have the figures of plain SQL',
    async ({ visit }) => {
      const { page, signIn, go } = await visit()
      await signIn()
      await go('/superset/welcome/')
      const form = {
        viz_type: 'table',
        query_mode: 'aggregate',
        groupby: ['day', 'product'],
        metrics: [sum],
        order_desc: true,
        show_totals: true,
        server_pagination: true,
        server_page_length: 10,
      }
      const id = await createChart(page, 'Orders by day', await datasetId(page, 'shop_orders'), form)
      await go(`/explore/?slice_id=${id}`)
      await drawn(page)
      const chart = page.getByRole('region', { name: 'Chart', exact: true })
      const values = () =>
        chart
          .locator('tbody [role="row"], tbody tr')
          .evaluateAll((all) => all.map((row) => Number(row.lastElementChild?.textContent?.replaceAll(',', ''))))
      const groups = 'SELECT SUM(amount) AS total FROM shop_orders GROUP BY day, product'
      const page2 = (await sql(`${groups} ORDER BY total DESC LIMIT 10 OFFSET 10`)).map(([value]) => Number(value))
      await chart.getByRole('button', { name: 'Next page' }).click()
      await eventually(async () => expect(await values()).toEqual(page2))
      const total = await number('SELECT SUM(amount) FROM shop_orders')
      await chart.getByText(total.toLocaleString('en-US'), { exact: true }).waitFor()

      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Download', exact: true }).hover()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'Export to Excel' }).click(),
      ])
      expect(download.suggestedFilename()).toEqual('Orders by day.xlsx')
      const { sheets } = await readXlsx(await readFile(await download.path()))
      const cells = sheets[0]?.rows ?? []
      const all = await number(`SELECT COUNT(*) FROM (${groups})`)
      // a line of names, every row of the table, and the totals
      expect([sheets.length, cells.length, cells.at(-1)?.at(-1)]).toEqual([1, all + 2, total])
      expect(cells.slice(1, -1).reduce((sofar, row) => sofar + Number(row.at(-1)), 0)).toEqual(total)
    },
  ),
]
