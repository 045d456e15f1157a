import { eventually, expect } from '../harness/dashboard.ts'
import { datasetId, drawn, unsavedChart } from '../harness/explore.ts'
import { story } from '../harness/story.ts'

export const stories = [
  story('explore: dates of the data panel are formatted, or shown as they are from then on', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const form = { viz_type: 'echarts_timeseries_line', x_axis: 'date', time_grain_sqla: 'P1M', metrics: ['count'] }
    const address = await unsavedChart(page, await datasetId(page, 'flights_2001'), form)
    await go(address)
    await drawn(page)
    const panel = page.getByRole('region', { name: 'Data', exact: true })
    const cell = panel.locator('tbody tr[aria-rowindex="2"] td').nth(1)
    const choose = async (entry: string) => {
      await panel.getByRole('button', { name: /^Column Formatting of/ }).click()
      await page.getByRole('menuitemcheckbox', { name: entry }).click()
    }
    await panel.getByRole('button', { name: 'Expand data panel' }).click()
    await eventually(async () => expect(await cell.innerText()).toEqual('2001-01-01'))
    await choose('Original value')
    await eventually(async () => expect(await cell.innerText()).toEqual(String(Date.UTC(2001, 0, 1))))
    await go(address)
    await eventually(async () => expect(await cell.innerText()).toEqual(String(Date.UTC(2001, 0, 1))))
    await choose('Formatted date')
    await eventually(async () => expect(await cell.innerText()).toEqual('2001-01-01'))
  }),
]
