import { eventually, expect, settled, tile } from '../harness/dashboard.ts'
import { box, datasetId, drawn, queriesDuring, sourceItem, unsavedChart } from '../harness/explore.ts'
import { handled } from '../harness/handled.ts'
import { admin } from '../harness/product.ts'
import { story } from '../harness/story.ts'

const pie = { viz_type: 'pie', groupby: ['origin'], metric: 'count', row_limit: 10 }
const sql = (sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label: 'mine', hasCustomLabel: true })

export const stories = [
  story('explore trouble: missing columns and invalid SQL are reported, and can be corrected', async ({ visit }) => {
    const { page, signIn, go } = await visit({ expects: [/status of 400/] })
    await signIn()
    const id = await datasetId(page, 'flights_2001')
    await go(await unsavedChart(page, id, { ...pie, groupby: ['gone_column'] }))
    const area = page.getByRole('region', { name: 'Chart', exact: true })
    await area
      .getByRole('alert')
      .getByText(/gone_column/)
      .waitFor()
    await box(page, 'groupby')
      .getByRole('img', { name: 'This column might be incompatible with current dataset' })
      .waitFor()

    await box(page, 'groupby').getByRole('button', { name: 'Remove gone_column' }).click()
    await box(page, 'metric').getByRole('button', { name: /^Edit/ }).click()
    const editor = page.getByRole('dialog', { name: 'Metric' })
    await editor.getByRole('tab', { name: 'Custom SQL' }).click()
    await editor.getByRole('textbox', { name: 'Custom SQL' }).fill('SUM(delay) / ')
    // the editor shows the error before anything is saved
    await editor
      .getByRole('status')
      .getByText(/syntax|parse|error|incorrect|invalid/i)
      .waitFor()
    await editor.getByRole('textbox', { name: 'Custom SQL' }).fill('SUM(delay) / 60')
    await editor.getByRole('status').locator('b').waitFor()
    await editor.getByRole('button', { name: 'Save' }).click()
    await page.keyboard.press('Control+Enter')
    await drawn(page)

    // a metric with an error can be saved: the last rendering stays below the message
    await go(await unsavedChart(page, id, { ...pie, metric: sql('SUM(delay)') }))
    await drawn(page)
    await box(page, 'metric').getByRole('button', { name: 'Edit mine' }).click()
    await editor.getByRole('textbox', { name: 'Custom SQL' }).fill('SUM(no_such_column)')
    await editor.getByRole('button', { name: 'Save' }).click()
    await page.keyboard.press('Control+Enter')
    await area
      .getByRole('alert')
      .getByText(/no_such_column/)
      .waitFor()
    await area.getByRole('img').first().waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.keyboard.press('Control+Enter')
    await drawn(page)
  }),

  story('explore trouble: text typed while the SQL editor loads continues in it', async ({ visit }) => {
    const { page, signIn, go } = await visit({ expects: [/status of 400/] })
    await page.addInitScript(() => {
      // React's scheduler uses message channels: on an overloaded machine, effects run after the next keys
      const Channel = window.MessageChannel
      window.MessageChannel = class extends Channel {
        constructor() {
          super()
          const post = this.port2.postMessage.bind(this.port2)
          this.port2.postMessage = (message: unknown) =>
            void setTimeout(() => post(message), 'isSlow' in window ? 250 : 0)
        }
      }
    })
    await signIn()
    const id = await datasetId(page, 'flights_2001')
    const arrives = Promise.withResolvers<void>()
    await page.route(/SqlEditor[^/]*\.js/, async (route) => {
      await arrives.promise
      await route.continue()
    })
    await go(await unsavedChart(page, id, { ...pie, metric: sql('SUM(delay)') }))
    await drawn(page)
    await box(page, 'metric').getByRole('button', { name: 'Edit mine' }).click()
    const field = page.getByRole('dialog', { name: 'Metric' }).getByRole('textbox', { name: 'Custom SQL' })
    await eventually(async () =>
      expect(await field.evaluate((element) => element === document.activeElement)).toEqual(true),
    )
    await page.keyboard.press('Control+a')
    await page.keyboard.type('MAX(')
    await page.evaluate(() => Object.assign(window, { isSlow: true }))
    arrives.resolve()
    await page.locator('.cm-content').waitFor()
    await page.keyboard.type('delay)')
    await eventually(async () => expect(await field.innerText()).toEqual('MAX(delay)'))
    await page.keyboard.press('Control+Enter')
    await box(page, 'metric').getByText('mine').waitFor()
    await page.keyboard.press('Control+Enter')
    await drawn(page)
  }),

  story('explore: a click anywhere in the box of an SQL expression focuses it', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), { ...pie, metric: sql('SUM(delay)') }))
    await drawn(page)
    await box(page, 'metric').getByRole('button', { name: 'Edit mine' }).click()
    const field = page.getByRole('dialog', { name: 'Metric' }).getByRole('textbox', { name: 'Custom SQL' })
    await page.locator('.cm-content').waitFor()
    await page.getByRole('dialog', { name: 'Metric' }).getByRole('tab', { name: 'Custom SQL' }).click()
    const area = await page.locator('.cm-editor').boundingBox()
    if (!area) throw new Error('no box to write in')
    await page.mouse.click(area.x + area.width - 30, area.y + area.height - 10)
    await page.keyboard.type(' / 60')
    await eventually(async () => expect(await field.innerText()).toEqual('SUM(delay) / 60'))
  }),

  story('explore trouble: an ended session, a failing server and a lost connection lose no work', async ({ visit }) => {
    // 400: a request with the CSRF token of the ended session is repeated with the new one
    const { page, signIn, go } = await visit({
      expects: [/status of (400|401|500)/, /ERR_INTERNET_DISCONNECTED/, /net::/],
    })
    await signIn()
    const id = await datasetId(page, 'flights_2001')
    await go(await unsavedChart(page, id, pie))
    await drawn(page)
    const area = page.getByRole('region', { name: 'Chart', exact: true })
    const limit = async (rows: string) => {
      await page.getByRole('combobox', { name: 'Row limit', exact: true }).click()
      await page.getByRole('combobox', { name: 'Search Row limit' }).fill(rows)
      await page.keyboard.press('Enter')
    }

    // a request sent before the new sign-in may fail after the sign-in
    const refuse = Promise.withResolvers<void>()
    const keepAddress = '**/api/v1/explore/form_data**'
    await page.route(
      keepAddress,
      async (route) => {
        await refuse.promise
        await route.fulfill({ status: 401, json: { errors: [{ message: 'Not signed in' }] } })
      },
      { times: 1 },
    )
    await page.context().clearCookies()
    const keeping = page.waitForRequest(keepAddress)
    await limit('12')
    await page.keyboard.press('Control+Enter')
    await keeping
    const again = page.getByRole('dialog')
    await again.getByRole('textbox', { name: 'Password' }).fill(admin.password)
    await page.keyboard.press('Enter')
    await again.waitFor({ state: 'detached' })
    await drawn(page)
    await page.getByText('12 rows').first().waitFor()
    const kept = page.waitForResponse((response) => /explore\/form_data/.test(response.url()) && response.ok())
    refuse.resolve()
    await kept
    expect(await again.count()).toEqual(0)

    await page.route('**/api/v1/explore/data', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"errors":[{"message":"Unexpected error","error_type":"GENERIC_BACKEND_ERROR","level":"error","extra":{}}]}',
      }),
    )
    await limit('13')
    await page.keyboard.press('Control+Enter')
    await area.getByRole('alert').getByText('Unexpected error').waitFor()
    await area.getByRole('img').first().waitFor()
    await page.unroute('**/api/v1/explore/data')

    await page.route('**/datasource/samples**', (route) => route.fulfill({ status: 500, json: { message: 'No rows' } }))
    await page.getByRole('region', { name: 'Data', exact: true }).getByRole('tab', { name: 'Samples' }).click()
    await page.getByRole('alert').getByText('Sorry, an error occurred', { exact: true }).waitFor()
    await page.unroute('**/datasource/samples**')
    await page.getByRole('button', { name: 'Collapse data panel' }).click()

    await page.context().setOffline(true)
    await limit('14')
    await page.keyboard.press('Control+Enter')
    await area.getByRole('alert').getByText('Network error.').waitFor()
    await page.context().setOffline(false)
    await area.getByRole('button', { name: 'Try again' }).click()
    await drawn(page)
    await page.getByText('14 rows').first().waitFor()

    await page.route('**/api/v1/explore/data', () => new Promise(() => undefined))
    const stored = page.waitForResponse(
      (response) =>
        response.url().includes('/api/v1/explore/form_data') &&
        (response.request().postData() ?? '').includes('row_limit\\":15'),
    )
    await limit('15')
    await page.keyboard.press('Control+Enter')
    await page.locator('footer').getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Updating chart was stopped').waitFor()
    await page.unroute('**/api/v1/explore/data')

    await stored
    await eventually(async () => expect(new URL(page.url()).searchParams.has('form_data_key')).toEqual(true))
    await page.reload()
    await drawn(page)
    await page.getByText('15 rows').first().waitFor()
  }),

  story('explore trouble: a reload before a change is stored keeps it', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), pie))
    await drawn(page)
    const rowLimit = page.getByRole('combobox', { name: 'Row limit', exact: true })
    const limit = async (rows: string) => {
      await rowLimit.click()
      await page.getByRole('combobox', { name: 'Search Row limit' }).fill(rows)
      await page.keyboard.press('Enter')
    }
    const storing = '**/api/v1/explore/form_data**'
    const stored = page.waitForResponse(storing)
    await limit('12')
    await stored
    await eventually(async () => expect(new URL(page.url()).searchParams.has('form_data_key')).toEqual(true))
    await page.route(storing, () => new Promise(() => undefined))
    await limit('13')
    await page.reload()
    await drawn(page)
    await rowLimit.getByText('13').waitFor()
  }),

  story('explore trouble: a state that is stored late does not navigate back from the dashboard', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), pie))
    await drawn(page)
    const released = Promise.withResolvers<void>()
    await page.route('**/api/v1/explore/form_data**', async (route) => {
      await released.promise
      await route.continue()
    })
    const keeping = page.waitForRequest('**/api/v1/explore/form_data**')
    await page.getByRole('radio', { name: 'Table' }).click()
    await drawn(page)
    await keeping
    await page.keyboard.press('Control+s')
    await page.getByLabel('Chart name').fill('Saved at once')
    await page.getByRole('combobox', { name: 'Add to dashboard' }).click()
    await page.getByRole('combobox', { name: 'Search Add to dashboard' }).fill('In a hurry')
    await page.getByRole('option', { name: 'In a hurry' }).click()
    await page.getByRole('button', { name: 'Save & go to new dashboard' }).click()
    await settled(page)
    const kept = page.waitForResponse('**/api/v1/explore/form_data**')
    released.resolve()
    await kept
    await handled(page)
    expect(new URL(page.url()).pathname).toMatch(/^\/superset\/dashboard\//)
    await settled(page)
    await tile(page, 'Saved at once').waitFor()
  }),

  story(
    'explore trouble: another dataset keeps matching controls, a time axis asks for a filter',
    async ({ visit }) => {
      const { page, signIn, go } = await visit()
      await signIn()
      const line = { viz_type: 'echarts_timeseries_line', x_axis: 'date', metrics: ['count'], groupby: ['origin'] }
      await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), line))
      await drawn(page)
      await page.getByRole('button', { name: 'Dataset actions' }).click()
      await page.getByRole('menuitem', { name: 'Swap dataset' }).click()
      const dialog = page.getByRole('dialog', { name: 'Swap dataset' })
      await dialog.getByRole('textbox', { name: 'Search / Filter' }).fill('weather')
      await eventually(async () => expect((await dialog.getByRole('row').count()) < 6).toEqual(true))
      await dialog.getByRole('button', { name: 'weather', exact: true }).click()
      await dialog.getByRole('button', { name: 'Proceed' }).click()
      await page.getByText('Successfully changed dataset!').waitFor()
      await page.getByRole('region', { name: 'Keep control settings?' }).waitFor()
      expect(await box(page, 'groupby').getByRole('button', { name: /^Edit/ }).count()).toEqual(0)
      await drawn(page)
      await page.getByRole('button', { name: 'Clear form' }).click()
      await page.getByRole('button', { name: 'Undo' }).click()
      await box(page, 'metrics').getByRole('button', { name: /^Edit/ }).waitFor()

      // removed and added again: the axis is new, and has no filter
      await box(page, 'adhoc_filters').getByRole('button', { name: /^Edit/ }).click()
      const filter = page.getByRole('dialog', { name: 'Filter' })
      await filter.getByRole('tab', { name: 'Custom SQL' }).click()
      await filter.getByRole('textbox', { name: 'Custom SQL' }).fill('1 = 1')
      await filter.getByRole('button', { name: 'Save' }).click()
      await box(page, 'x_axis')
        .getByRole('button', { name: /^Remove/ })
        .click()
      await sourceItem(page, 'Date').getByRole('button').first().click()
      await page.getByRole('menuitem', { name: 'Add to X-axis', exact: true }).click()
      const question = page.getByRole('dialog', { name: 'The X-axis is not on the filters list' })
      await question.getByRole('button', { name: 'Add' }).click()
      await box(page, 'adhoc_filters').getByRole('button', { name: 'Edit Date (No filter)' }).waitFor()
    },
  ),

  story('explore trouble: style changes never query, a query control waits for Update', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), pie))
    await drawn(page)
    const asked = await queriesDuring(page, async () => {
      await page.getByRole('tab', { name: 'Customize' }).click()
      const folded = page.locator('section h3 button[aria-expanded=false]:visible')
      while ((await folded.count()) > 0) await folded.first().click()
      for (const box of await page.getByRole('checkbox').all()) if (await box.isVisible()) await box.click()
      await handled(page)
    })
    expect(asked).toEqual(0)
    await page.getByRole('tab', { name: 'Data', exact: true }).click()
    const waiting = await queriesDuring(page, async () => {
      await page.getByLabel('Sort by metric').click()
      await page.getByText('Your chart is not up to date').waitFor()
    })
    expect(waiting).toEqual(0)
  }),
]
