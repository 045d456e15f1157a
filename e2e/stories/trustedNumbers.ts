import { expect } from '../harness/dashboard.ts'
import { datasetId, drawn, unsavedChart } from '../harness/explore.ts'
import { sql } from '../harness/sql.ts'
import { story } from '../harness/story.ts'

const number = async (query: string) => Number((await sql(query))[0]?.[0])

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
]
