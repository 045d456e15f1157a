import { eventually, expect } from '../harness/dashboard.ts'
import { box, datasetId, drawn, queriesDuring, unsavedChart } from '../harness/explore.ts'
import { handled } from '../harness/handled.ts'
import { story } from '../harness/story.ts'

const lineByMonth = {
  viz_type: 'echarts_timeseries_line',
  x_axis: 'date',
  time_grain_sqla: 'P1M',
  metrics: ['count'],
  groupby: ['origin'],
  // no result reaches its limit: that would cause further requests, which are counted here
  row_limit: 10_000,
}

export const stories = [
  story('explore: a chart type restores its dimensions, and undoing a change of type redraws', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), lineByMonth))
    await drawn(page)
    const switchTo = async (name: string) => {
      await page.getByRole('radio', { name, exact: true }).click()
      // before the code of the type has arrived, another click would skip this type
      await page.getByRole('radio', { name, exact: true, checked: true }).waitFor()
      await drawn(page)
    }
    const picture = (vizType: string) => page.locator(`[data-explore-picture] [data-viz-type=${vizType}]`).waitFor()
    for (const name of ['Bar Chart', 'Pie Chart', 'Big Number', 'Line Chart']) await switchTo(name)
    await picture('echarts_timeseries_line')
    expect(await box(page, 'groupby').getByRole('button', { name: /^Edit/ }).count()).toEqual(1)
    expect(await page.getByRole('combobox', { name: 'Time grain' }).innerText()).toEqual('Month')

    const asked = await queriesDuring(page, async () => {
      await page.getByRole('button', { name: 'Undo' }).click()
      await picture('big_number_total')
      await drawn(page)
    })
    expect(asked).toEqual(1)
    await page.getByRole('button', { name: 'Redo' }).click()
    await picture('echarts_timeseries_line')
    await drawn(page)
    expect(await page.getByText('Your chart is not up to date').count()).toEqual(0)
  }),

  story(
    'explore: a new line chart uses the main time column, and a new type keeps the values that it cannot use',
    async (world) => {
      const { page, signIn, go } = await world.visit()
      await signIn()
      const dataset = await datasetId(page, 'flights_2001')
      const address = `/explore/?datasource_id=${dataset}&datasource_type=table`
      await go(`${address}&viz_type=echarts_timeseries_line`)
      await box(page, 'x_axis').getByRole('button', { name: /^Edit/ }).waitFor()
      await go(address)
      await drawn(page)
      await page.getByRole('radio', { name: 'Bar Chart', exact: true }).click()
      await page.getByText('Add required control values to preview chart').waitFor()
      expect(await page.getByText('Required control values have been removed').count()).toEqual(0)
    },
  ),

  story('explore: a long type name fits in its panel', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const form = { viz_type: 'big_number', x_axis: 'date', time_grain_sqla: 'P1M', metric: 'count' }
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), form))
    await drawn(page)
    const tile = page.getByRole('radio', { name: 'Big Number with Trendline' })
    const { isCut, right, row } = await tile.evaluate((element) => {
      const name = element.querySelector('span') ?? element
      return {
        // the name has two lines
        isCut: name.scrollHeight > name.clientHeight + 2 || name.scrollWidth > name.clientWidth,
        right: Math.max(element.getBoundingClientRect().right, name.getBoundingClientRect().right),
        row: element.parentElement?.getBoundingClientRect().right ?? 0,
      }
    })
    expect(isCut).toEqual(false)
    expect(right <= row).toEqual(true)
  }),

  story('explore: the range types of the time range picker do not move', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const filter = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'date', operator: 'TEMPORAL_RANGE' }
    const adhoc_filters = [{ ...filter, comparator: '2001-03-01T06:00:00 : 2001-04-01T06:30:00' }]
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), { ...lineByMonth, adhoc_filters }))
    await drawn(page)
    const pill = box(page, 'adhoc_filters').getByRole('button', { name: /^Edit/ })
    // the pill shows the whole range
    await pill.getByText('2001-03-01 06:00:00 ≤ Departure < 2001-04-01 06:30:00').waitFor()
    const cut = await pill
      .locator('span')
      .last()
      .evaluate((text) => [text.scrollWidth > text.clientWidth, text.scrollHeight > text.clientHeight])
    expect(cut).toEqual([false, false])
    await pill.click()
    await page.getByRole('button', { name: /^Time Range/ }).click()
    const range = page.getByRole('form', { name: 'Edit time range' })
    const kinds = range.getByRole('radiogroup', { name: 'RANGE TYPE' })
    const tops = new Set<number>()
    for (const name of ['Last', 'Custom', 'Previous', 'Advanced', 'No filter']) {
      await kinds.getByRole('radio', { name, exact: true }).click()
      await handled(page)
      tops.add(Math.round((await kinds.boundingBox())?.y ?? -1))
    }
    expect(tops.size).toEqual(1)
  }),

  story('explore: rows on a phone', async ({ visit }) => {
    for (const theme of ['light', 'dark'] as const) {
      const { page, signIn, go } = await visit({ phone: true, theme })
      await signIn()
      await go(`/explore/?datasource_id=${await datasetId(page, 'flights_2001')}&datasource_type=table`)
      await drawn(page)
      const data = page.getByRole('region', { name: 'Data', exact: true })
      await data.getByRole('button', { name: 'Expand data panel' }).click()
      const search = data.getByRole('textbox', { name: 'Search' })
      await search.waitFor()
      const boxes = await Promise.all(
        [
          data.getByRole('tab', { name: 'Results' }),
          data.getByRole('tab', { name: 'Samples' }),
          search,
          data.getByRole('button', { name: 'Collapse data panel' }),
        ].map((part) => part.boundingBox()),
      )
      for (const part of boxes) {
        if (!part) throw new Error('a part of the bar is not there')
        expect(part.width > 20 && part.x >= 0 && part.x + part.width <= 390).toEqual(true)
      }
      const [results, , field, collapse] = boxes
      expect((results?.y ?? 0) + (results?.height ?? 0) <= (field?.y ?? 0)).toEqual(true)
      expect((collapse?.y ?? 0) < (field?.y ?? 0)).toEqual(true)
      const isWide = await page.evaluate(() =>
        [...document.querySelectorAll('main, main > *, main > * > *')].some((part) => part.scrollWidth > 390),
      )
      expect(isWide).toEqual(false)
      await data.getByRole('tab', { name: 'Samples' }).click()
      await data.getByRole('region', { name: 'Rows' }).waitFor()
      await data.getByRole('button', { name: 'Collapse data panel' }).click()
      await search.waitFor({ state: 'detached' })
    }
  }),

  story('explore: a new chart shows which dashboard it is added to, which can be prevented', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const dialog = page.getByRole('dialog')
    const form = { viz_type: 'big_number_total', metric: 'count' }
    const target = dialog.getByRole('combobox', { name: 'Add to dashboard' })
    const dataset = await datasetId(page, 'flights_2001')
    const openSave = async (more = '') => {
      await go((await unsavedChart(page, dataset, form)) + more)
      await drawn(page)
      await page.getByRole('button', { name: 'Save' }).first().click()
    }
    await openSave()
    await page.getByLabel('Chart name').waitFor()
    expect(await dialog.getByText('the dashboard you last saved to').count()).toEqual(0)
    await page.getByLabel('Chart name').fill('Goes first')
    await target.click()
    await page.getByRole('combobox', { name: 'Search Add to dashboard' }).fill('Twenty minutes ago')
    await page.getByRole('option', { name: 'Twenty minutes ago' }).click()
    await dialog.getByRole('button', { name: 'Save to new dashboard' }).click()
    await dialog.waitFor({ state: 'detached' })

    await openSave()
    await dialog
      .getByText('The chart is also added to “Twenty minutes ago”, the dashboard you last saved to.')
      .waitFor()
    await dialog.getByRole('button', { name: 'Do not add' }).click()
    expect(await target.getByText('Twenty minutes ago').count()).toEqual(0)
    expect(await dialog.getByText('the dashboard you last saved to').count()).toEqual(0)

    // coming from a dashboard preselects that dashboard
    const other = await page.evaluate(async () => {
      const answer = await fetch('/api/v1/dashboard/?q=(page_size:100,columns:!(id,dashboard_title))')
      const { result } = (await answer.json()) as { result: { id: number; dashboard_title: string }[] }
      return result.find(({ dashboard_title }) => dashboard_title !== 'Twenty minutes ago')
    })
    await openSave(`&dashboard_id=${other?.id}`)
    await eventually(async () => expect(await target.innerText()).toMatch(new RegExp(other?.dashboard_title ?? '-')))
    expect(await dialog.getByText('the dashboard you last saved to').count()).toEqual(0)
  }),
]
