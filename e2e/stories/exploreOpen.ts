import { eventually, expect } from '../harness/dashboard.ts'
import { box, datasetId, drawn, unsavedChart } from '../harness/explore.ts'
import { story } from '../harness/story.ts'
import { idOf } from '../pictures/scene.ts'

export const stories = [
  story('explore opens the state in the address, and reports what is invalid', async ({ visit }) => {
    const { page, signIn, go } = await visit({ expects: [/status of 400/] })
    await signIn()
    const id = await datasetId(page, 'flights_2001')
    const form = { datasource: `${id}__table`, viz_type: 'pie', groupby: ['origin'], metric: 'count', row_limit: 7 }
    const address = (text: string, more = '') => `/explore/?form_data=${encodeURIComponent(text)}${more}`
    await go(address(JSON.stringify(form)))
    await drawn(page)
    await page.getByText('7 rows').first().waitFor()
    await page.reload()
    await drawn(page)
    await page.getByText('7 rows').first().waitFor()

    const chart = await idOf(page, 'chart', 'slice_name', 'Revenue by product')
    await go(address(`{"slice_id": ${chart}}`))
    await drawn(page)
    await page.getByText('Revenue by product').first().waitFor()

    await go(address('{"viz_type": '))
    await page.getByText('The form_data in the address is not a JSON object.').waitFor()
    await go(address('{"viz_type": ', `&slice_id=${chart}`))
    await page.getByText('The form_data in the address is not a JSON object and was ignored.').waitFor()
    await drawn(page)
  }),

  story('explore draws a chart of a dashboard in the colors of the dashboard, and says so', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const dashboard = await idOf(page, 'dashboard', 'dashboard_title', 'Bird strikes')
    const chart = await page.evaluate(async (of) => {
      const { result } = (await (await fetch(`/api/v1/dashboard/${of}/charts`)).json()) as {
        result: { id: number; slice_name: string }[]
      }
      return result.find(({ slice_name }) => slice_name === 'At what speed are animals hit?')?.id
    }, dashboard)
    await go(`/explore/?slice_id=${chart}&dashboard_id=${dashboard}`)
    await drawn(page)
    await page.getByRole('tab', { name: 'Customize' }).click()
    const scheme = page.getByRole('combobox', { name: 'Color scheme' })
    await page.getByText('Dashboard scheme').first().waitFor()
    expect(await scheme.isDisabled()).toEqual(true)
    await page
      .getByText(/^(The color scheme is determined by the related|This color scheme is being overridden)/)
      .waitFor()

    // a change keeps the dashboard in the address
    await page.getByRole('checkbox', { name: 'Show legend' }).click()
    await eventually(async () => {
      const { searchParams } = new URL(page.url())
      expect([searchParams.has('form_data_key'), searchParams.get('dashboard_id')]).toEqual([true, String(dashboard)])
    })
    await go(`/explore/?slice_id=${chart}`)
    await drawn(page)
    await page.getByRole('tab', { name: 'Customize' }).click()
    expect(await scheme.isDisabled()).toEqual(false)
  }),

  story(
    'explore: time ranges by keyboard: another year, another range type and back, an invalid date',
    async ({ visit }) => {
      const { page, signIn, go } = await visit({ expects: [/status of 400/] })
      await signIn()
      const filter = {
        expressionType: 'SIMPLE',
        clause: 'WHERE',
        subject: 'date',
        operator: 'TEMPORAL_RANGE',
        comparator: '2001-01-10T00:00:00 : 2001-02-10T00:00:00',
      }
      const form = { viz_type: 'big_number_total', metric: 'count', adhoc_filters: [filter] }
      await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), form))
      await drawn(page)
      await box(page, 'adhoc_filters')
        .getByRole('button', { name: /^Edit 2001-01-10 ≤/ })
        .click()
      await page.getByRole('button', { name: /^Time Range/ }).click()
      const actual = page.getByRole('status', { name: 'Actual time range' })
      const apply = page.getByRole('button', { name: 'APPLY' })
      await actual.getByText('31 days').waitFor()

      const days = page.getByRole('grid', { name: 'START (INCLUSIVE): day' })
      const year = page.getByRole('textbox', { name: 'START (INCLUSIVE): day: year' })
      await year.fill('1999')
      await year.press('Enter')
      await days.getByRole('button', { name: 'Sunday, January 10, 1999' }).waitFor()
      await days.getByRole('button', { name: 'Sunday, January 10, 1999' }).focus()
      await page.keyboard.press('Shift+PageDown')
      await page.keyboard.press('PageDown')
      await page.keyboard.press('ArrowRight')
      const reached = days.getByRole('button', { name: 'Friday, February 11, 2000' })
      await reached.and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Space')
      await actual.getByText('365 days').waitFor()

      await page.getByRole('radio', { name: 'Last', exact: true }).click()
      await actual.getByText('7 days').waitFor()
      await page.getByRole('radio', { name: 'Custom', exact: true }).click()
      await actual.getByText('365 days').waitFor()
      const start = page.getByRole('textbox', { name: 'START (INCLUSIVE): date and time' })
      await start.fill('2000-13-01')
      await actual.getByText('Enter a date as YYYY-MM-DD, optionally with a time as HH:MM:SS').waitFor()
      expect(await apply.isDisabled()).toEqual(true)
      await start.fill('2002-01-01')
      await actual.getByText(/From date cannot be larger than to date/).waitFor()
      expect(await apply.isDisabled()).toEqual(true)
      await start.fill('2001-02-01 12:00')
      await actual.getByText('2001-02-01 12:00:00').waitFor()
      await apply.click()
      await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Save' }).click()
      await page.keyboard.press('Control+Enter')
      await drawn(page)
    },
  ),
]
