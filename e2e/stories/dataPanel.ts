import { callApi } from '../harness/callApi.ts'
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
  story('explore: the data panel of a chart that draws other charts has their rows', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const { result } = await callApi<{ result: { id: number }[] }>(
      page,
      'GET',
      '/api/v1/chart/?q=(filters:!((col:viz_type,opr:eq,value:deck_multi)))',
    )
    await go(`/explore/?slice_id=${result[0]?.id}`)
    const panel = page.getByRole('region', { name: 'Data', exact: true })
    await panel.getByRole('button', { name: 'Expand data panel' }).click()
    await panel.locator('tbody tr[aria-rowindex="2"] td').nth(1).waitFor()
    // one tab for each chart, and the one of the dataset's own rows
    expect(await panel.getByRole('tab').count()).toEqual(3)
    expect(await panel.getByRole('tab', { name: 'Results' }).count()).toEqual(0)
  }),
]
