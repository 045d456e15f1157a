import type { Page } from 'playwright-core'
import { eventually, expect } from '../../harness/dashboard.ts'
import { box, datasetId, drawn, openedAsSaved } from '../../harness/explore.ts'
import { story } from '../../harness/story.ts'

const lineByMonth = {
  viz_type: 'echarts_timeseries_line',
  x_axis: 'day',
  time_grain_sqla: 'P1M',
  metrics: ['revenue'],
  groupby: ['region'],
  row_limit: 1000,
}

const timeSeries = [
  ['Line Chart', 'echarts_timeseries_line'],
  ['Bar Chart', 'echarts_timeseries_bar'],
  ['Area Chart', 'echarts_area'],
  ['Scatter Plot', 'echarts_timeseries_scatter'],
] as const

const otherTypes = [
  ['Big Number with Trendline', 'big_number'],
  ['Big Number', 'big_number_total'],
  ['Pie Chart', 'pie'],
  ['Table', 'table'],
] as const

async function openLine(page: Page, form: Record<string, unknown> = {}): Promise<void> {
  const datasource = `${await datasetId(page, 'shop_orders')}__table`
  const formData = { adhoc_filters: [], ...lineByMonth, ...form, datasource }
  await page.goto(`/explore/?${new URLSearchParams({ form_data: JSON.stringify(formData) })}`)
  await drawn(page)
}

/** Draws and saves a chart of each type, and opens the last one again. */
async function saveEach(page: Page, types: typeof timeSeries | typeof otherTypes): Promise<void> {
  for (const [name, vizType] of types) {
    await page.getByRole('button', { name: 'View all charts' }).click()
    const gallery = page.getByRole('dialog', { name: 'Select a visualization type' })
    // the gallery opens at the category of the current type
    await gallery.getByRole('button', { name: /^All charts/ }).click()
    await gallery.getByRole('radio', { name, exact: true }).click()
    await gallery.getByRole('button', { name: 'Select' }).click()
    await gallery.waitFor({ state: 'detached' })
    await page.locator(`[data-explore-picture] [data-viz-type=${vizType}]`).waitFor()
    await drawn(page)
    await page.keyboard.press('Control+s')
    await page.getByLabel('Chart name').waitFor()
    const asNew = page.getByRole('radio', { name: /^Save as/ })
    if ((await asNew.count()) > 0) await asNew.check()
    await page.getByLabel('Chart name').fill(`Drawn as ${name}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(`Chart [Drawn as ${name}] has been saved`).waitFor()
    await openedAsSaved(page)
  }
  await page.reload()
  await drawn(page)
  await page.locator(`[data-explore-picture] [data-viz-type=${types[3][1]}]`).waitFor()
  expect(await page.getByText('Altered').count()).toEqual(0)
}

export const stories = [
  story('charts of time are drawn, saved and opened again', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    await openLine(page)
    await saveEach(page, timeSeries)
  }),

  story('numbers, a pie and a table are drawn, saved and opened again', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    await openLine(page)
    await saveEach(page, otherTypes)
    await page.getByRole('radio', { name: 'Table', checked: true }).waitFor()
  }),

  story('custom SQL with completion, as a metric and as a filter', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    await openLine(page)
    await box(page, 'metrics').getByRole('button', { name: /^Edit/ }).first().click()
    const editor = page.getByRole('dialog', { name: 'Metric' })
    await editor.getByRole('tab', { name: 'Custom SQL' }).click()
    await page.locator('.cm-content').waitFor()
    const sql = editor.getByRole('textbox', { name: 'Custom SQL' })
    await sql.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('SUM(quan')
    await page.locator('.cm-tooltip-autocomplete [aria-selected]').getByText('quantity').waitFor()
    // right after it opens, the list ignores keys, because they may be meant for the text
    await page.waitForTimeout(150)
    await page.keyboard.press('Enter')
    await eventually(async () => expect((await sql.innerText()).trim()).toMatch(/^SUM\(quantity\)?$/))
    await editor.getByRole('status').locator('b').waitFor()
    await editor.getByRole('button', { name: 'Save' }).click()
    await page.keyboard.press('Control+Enter')
    await drawn(page)
    await box(page, 'metrics').getByText('SUM(quantity)').waitFor()

    await box(page, 'adhoc_filters').getByText('Drop columns/metrics here or click').click()
    const filter = page.getByRole('dialog', { name: 'Filter' })
    await filter.getByRole('tab', { name: 'Custom SQL' }).click()
    await page.locator('.cm-content').waitFor()
    await filter.getByRole('textbox', { name: 'Custom SQL' }).click()
    await page.keyboard.type("region = 'West'")
    await filter.getByRole('button', { name: 'Save' }).click()
    await page.keyboard.press('Control+Enter')
    await drawn(page)
    await box(page, 'adhoc_filters').getByText("region = 'West'").waitFor()
    await page.getByRole('tab', { name: 'Results' }).click()
    await page.getByRole('region', { name: 'Rows' }).getByText('West').first().waitFor()
    expect(await page.getByRole('region', { name: 'Rows' }).getByText('East').count()).toEqual(0)
  }),

  story('a time range by the days of the picker, by words and by code', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    const time = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'day', operator: 'TEMPORAL_RANGE' }
    await openLine(page, { adhoc_filters: [{ ...time, comparator: 'No filter' }] })
    await box(page, 'adhoc_filters').getByRole('button', { name: 'Edit Day' }).click()
    await page.getByRole('button', { name: /^Time Range/ }).click()
    const range = page.getByRole('form', { name: 'Edit time range' })
    await range.getByRole('radio', { name: 'Custom' }).click()
    for (const end of ['START (INCLUSIVE)', 'END (EXCLUSIVE)']) {
      await range.getByRole('combobox', { name: end, exact: true }).click()
      await page.getByRole('option', { name: 'Specific Date/Time' }).click()
    }
    await range.getByRole('textbox', { name: 'START (INCLUSIVE): date and time' }).fill('2024-03-15')
    await range
      .getByRole('grid', { name: 'START (INCLUSIVE): day' })
      .getByRole('button', { name: 'Friday, March 1, 2024' })
      .click()
    await range.getByRole('textbox', { name: 'END (EXCLUSIVE): date and time' }).fill('2024-05-01')
    await range.getByText('2024-03-01 ≤ Day < 2024-05-01').waitFor()
    await range.getByText('61 days').waitFor()
    await range.getByRole('radio', { name: 'Last' }).click()
    await range.getByRole('radio', { name: 'Advanced' }).click()
    const start = range.getByRole('textbox').first()
    await start.fill('2024-02-01')
    await range.getByRole('textbox').last().fill('2024-04-01')
    await range.getByText('2024-02-01 ≤ Day < 2024-04-01').waitFor()
    await page.getByRole('button', { name: 'APPLY', exact: true }).click()
    await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Save' }).click()
    await page.keyboard.press('Control+Enter')
    await drawn(page)
    await box(page, 'adhoc_filters').getByText('2024-02-01 ≤ Day < 2024-04-01').waitFor()
  }),
]
