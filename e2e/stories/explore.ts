import type { Page } from 'playwright-core'
import { eventually, expect } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

/** The chart's picture is there and nothing runs. */
async function drawn(page: Page): Promise<void> {
  const area = page.getByRole('region', { name: 'Chart', exact: true })
  await area.locator('[data-viz-type]').waitFor()
  await page.waitForFunction(() => document.querySelector('section[aria-label="Chart"]')?.ariaBusy !== 'true')
  if ((await area.getByRole('alert').count()) > 0) throw new Error(await area.getByRole('alert').first().innerText())
}

const datasetId = (page: Page, name: string) =>
  page.evaluate(async (wanted) => {
    const { result } = (await (await fetch('/api/v1/dataset/?q=(page_size:100)')).json()) as {
      result: { id: number; table_name: string }[]
    }
    return result.find((dataset) => dataset.table_name === wanted)?.id ?? 0
  }, name)

const box = (page: Page, control: string) => page.locator(`[data-control=${control}]`)

/** Runs what the page does while it asks for chart data, and says how often it asked. */
async function queriesDuring(page: Page, act: () => Promise<void>): Promise<number> {
  let asked = 0
  const count = (request: { url: () => string }) => {
    if (request.url().includes('/api/v1/chart/data')) asked += 1
  }
  page.on('request', count)
  await act()
  page.off('request', count)
  return asked
}

export const stories = [
  story('explore: a bar chart of flights per origin for a month, on a new dashboard', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go(`/explore/?datasource_id=${await datasetId(page, 'flights_2001')}&datasource_type=table`)
    await drawn(page)
    await page.getByRole('radio', { name: 'Bar Chart' }).click()
    const item = (name: string) =>
      page.getByRole('region', { name: 'Chart Source' }).getByRole('listitem').filter({ hasText: name }).first()
    await item('Flights').locator('[draggable=true]').dragTo(box(page, 'metrics'))
    await item('From').locator('[draggable=true]').dragTo(box(page, 'x_axis'))
    await box(page, 'x_axis').getByRole('button', { name: 'Edit From' }).waitFor()

    await box(page, 'adhoc_filters').getByRole('button', { name: 'Edit Departure' }).click()
    await page.getByRole('button', { name: /^Time Range/ }).click()
    await page.getByRole('radio', { name: 'Advanced' }).click()
    const range = page.getByRole('form', { name: 'Edit time range' })
    await range.getByRole('textbox').first().fill('2001-01-01')
    await range.getByRole('textbox').last().fill('2001-02-01')
    await page.getByRole('button', { name: 'APPLY' }).click()
    await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Save' }).click()
    await page.keyboard.press('Control+Enter')
    await drawn(page)

    await eventually(async () => expect(new URL(page.url()).searchParams.has('form_data_key')).toEqual(true))
    await page.reload()
    await drawn(page)
    await box(page, 'x_axis').getByRole('button', { name: 'Edit From' }).waitFor()
    await box(page, 'adhoc_filters').getByText('2001-01-01').waitFor()

    await page.keyboard.press('Control+s')
    await page.getByLabel('Chart name').fill('Flights per origin')
    await page.getByRole('combobox', { name: 'Add to dashboard' }).click()
    await page.getByRole('combobox', { name: 'Search Add to dashboard' }).fill('January')
    await page.getByRole('option', { name: 'January' }).click()
    await page.getByRole('button', { name: 'Save & go to new dashboard' }).click()
    await page
      .getByText('Dashboard [January] just got created and chart [Flights per origin] was added to it')
      .waitFor()
    await page.getByRole('region', { name: 'Flights per origin' }).locator('[data-viz-type]').waitFor()
  }),

  story('explore: by keyboard alone', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const id = await datasetId(page, 'flights_2001')
    await go(`/explore/?datasource_id=${id}&datasource_type=table&viz_type=pie`)
    const send = async (name: string, target: string) => {
      await page
        .getByRole('region', { name: 'Chart Source' })
        .getByRole('button', { name, exact: false })
        .first()
        .focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: `Add to ${target}`, exact: true }).waitFor()
      await page.keyboard.type(`Add to ${target}`)
      await page.getByRole('menuitem', { name: `Add to ${target}`, exact: true }).press('Enter')
    }
    await send('Flights', 'Metric')
    await send('Weekday', 'Dimensions')
    await page.keyboard.press('Control+Enter')
    await drawn(page)
    await page.keyboard.press('Control+s')
    await page.getByLabel('Chart name').waitFor()
    await page.keyboard.type('Flights by weekday')
    await page.keyboard.press('Enter')
    await page.getByText('Chart [Flights by weekday] has been saved').waitFor()
    await page.getByRole('button', { name: 'Chart title: Flights by weekday' }).waitFor()
  }),

  story('explore: looks redraw without a query, and every step can be undone', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go(`/explore/?datasource_id=${await datasetId(page, 'flights_2001')}&datasource_type=table`)
    await drawn(page)
    await page.getByRole('tab', { name: 'Customize' }).click()
    const bars = page.getByLabel('Cell bars')
    const asked = await queriesDuring(page, async () => {
      await bars.uncheck()
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.waitForTimeout(300)
    })
    expect(asked).toEqual(0)
    expect(await bars.isChecked()).toEqual(true)
    await page.getByRole('button', { name: 'Redo' }).click()
    expect(await bars.isChecked()).toEqual(false)
  }),

  story('explore: saved charts open as they were saved', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const charts = await page.evaluate(async () => {
      const answer = await fetch('/api/v1/chart/?q=(page_size:100,columns:!(id,slice_name,viz_type))')
      return ((await answer.json()) as { result: { id: number; slice_name: string; viz_type: string }[] }).result
    })
    const oneOfEach = [...new Map(charts.map((chart) => [chart.viz_type, chart])).values()]
    for (const { id, slice_name, viz_type } of oneOfEach) {
      if (!/^(echarts|table|pie|big_number)/.test(viz_type)) continue
      await go(`/explore/?slice_id=${id}`)
      await drawn(page)
      if ((await page.getByRole('button', { name: 'Altered' }).count()) > 0) throw new Error(`${slice_name} is altered`)
    }
  }),

  story('explore: what is missing is said', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/explore/')
    await page.getByText('Missing URL parameters').waitFor()
    await go('/explore/?datasource_id=999999&datasource_type=table')
    await page.getByText('Missing dataset').first().waitFor()
  }),

  ...(['light', 'dark'] as const).map((theme) =>
    story(`explore: axe finds nothing serious (${theme})`, async ({ visit }) => {
      const { page, signIn, go, axeFindings } = await visit({ theme })
      await signIn()
      await go(`/explore/?datasource_id=${await datasetId(page, 'flights_2001')}&datasource_type=table`)
      await drawn(page)
      expect(await axeFindings()).toEqual([])
      await page.getByRole('tab', { name: 'Results' }).click()
      await page.getByRole('region', { name: 'Rows' }).waitFor()
      await box(page, 'adhoc_filters').getByRole('button', { name: 'Edit Departure' }).click()
      await page.getByRole('dialog', { name: 'Filter' }).waitFor()
      expect(await axeFindings()).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'View all charts' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await axeFindings()).toEqual([])
    }),
  ),
]
