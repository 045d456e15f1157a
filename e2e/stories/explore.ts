import type { Page } from 'playwright-core'
import { eventually, expect } from '../harness/dashboard.ts'
import { box, datasetId, drawn, openedAsSaved, queriesDuring, sourceItem, unsavedChart } from '../harness/explore.ts'
import { handled } from '../harness/handled.ts'
import { story } from '../harness/story.ts'

export const stories = [
  story('explore: style changes redraw without a query, and every step can be undone', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go(`/explore/?datasource_id=${await datasetId(page, 'flights_2001')}&datasource_type=table`)
    await drawn(page)
    await page.getByRole('tab', { name: 'Customize' }).click()
    const bars = page.getByLabel('Cell bars')
    const asked = await queriesDuring(page, async () => {
      await bars.uncheck()
      await page.getByRole('button', { name: 'Undo' }).click()
      await handled(page)
    })
    expect(asked).toEqual(0)
    expect(await bars.isChecked()).toEqual(true)
    await page.getByRole('button', { name: 'Redo' }).click()
    expect(await bars.isChecked()).toEqual(false)
  }),

  story('explore: what is said about a run does not move the picture', async ({ visit }) => {
    const { page, signIn, go } = await visit({ expects: [/status of 500/] })
    await signIn()
    const form = { viz_type: 'pie', groupby: ['origin'], metric: 'count', row_limit: 10 }
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), form))
    await drawn(page)
    const limit = async (rows: string) => {
      await page.getByRole('combobox', { name: 'Row limit', exact: true }).click()
      await page.getByRole('combobox', { name: 'Search Row limit' }).fill(rows)
      await page.keyboard.press('Enter')
    }
    const boxed = () => page.locator('[data-explore-picture]').boundingBox()
    for (const width of [1440, 900]) {
      await page.setViewportSize({ width, height: 900 })
      await drawn(page)
      const before = await boxed()
      await limit(String(width))
      const stale = page.getByText('Your chart is not up to date')
      await stale.waitFor()
      expect(await boxed()).toEqual(before)
      await page.route('**/api/v1/explore/data', (route) =>
        route.fulfill({ status: 500, json: { errors: [{ message: 'Unexpected error' }] } }),
      )
      await page.keyboard.press('Control+Enter')
      await stale.waitFor({ state: 'detached' })
      const area = page.getByRole('region', { name: 'Chart', exact: true })
      await area.getByRole('alert').getByText('Unexpected error').waitFor()
      expect(await boxed()).toEqual(before)
      await page.unroute('**/api/v1/explore/data')
      await area.getByRole('button', { name: 'Try again' }).click()
      await drawn(page)
      expect(await boxed()).toEqual(before)
    }
  }),

  story('explore: over a table too, the notice of an old picture is whole and its button works', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const form = { viz_type: 'table', query_mode: 'raw', all_columns: ['origin', 'destination'], row_limit: 10 }
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), form))
    await drawn(page)
    await page.getByRole('combobox', { name: 'Row limit', exact: true }).click()
    await page.getByRole('combobox', { name: 'Search Row limit' }).fill('20')
    await page.keyboard.press('Enter')
    const stale = page.getByText('Your chart is not up to date')
    await stale.waitFor()
    const area = page.getByRole('region', { name: 'Chart', exact: true })
    // text and button are on one line, beside the pills
    const update = area.getByRole('button', { name: 'Update chart' })
    const [text, button] = await Promise.all([stale, update].map((each) => each.boundingBox()))
    expect(Math.abs(text!.y + text!.height / 2 - button!.y - button!.height / 2) < 8).toEqual(true)
    await update.click()
    await stale.waitFor({ state: 'detached' })
    await area.getByText('20 rows').first().waitFor()
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

  story('explore: the header shows an overwritten chart at once', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const save = page.getByRole('button', { name: 'Save', exact: false }).first()
    const dialog = page.getByRole('dialog')
    const form = { viz_type: 'big_number_total', metric: 'count' }
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), form))
    await drawn(page)
    await save.click()
    await page.getByLabel('Chart name').fill('Told at once')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await openedAsSaved(page)
    const address = page.url()
    await save.click()
    await page.getByRole('radio', { name: /Overwrite/ }).check()
    await page.getByRole('combobox', { name: 'Add to dashboard' }).click()
    await page.getByRole('combobox', { name: 'Search Add to dashboard' }).fill('Second place')
    await page.getByRole('option', { name: 'Second place' }).click()
    await dialog.getByRole('button', { name: 'Save to new dashboard' }).click()
    await page.getByText('Added to 1 dashboard').waitFor()
    expect(page.url()).toEqual(address)
  }),

  story(
    'explore: an overwritten chart is still shown as it was saved, and Back returns to the previous state',
    async ({ visit }) => {
      const { page, signIn, go } = await visit()
      await signIn()
      const dialog = page.getByRole('dialog')
      const limit = page.getByRole('combobox', { name: 'Row limit', exact: true })
      const setLimit = async (rows: string) => {
        await limit.click()
        await page.getByRole('combobox', { name: 'Search Row limit' }).fill(rows)
        await page.keyboard.press('Enter')
        await page.keyboard.press('Control+Enter')
        await drawn(page)
        await eventually(async () => expect(new URL(page.url()).searchParams.has('form_data_key')).toEqual(true))
      }
      const form = { viz_type: 'pie', groupby: ['origin'], metric: 'count', row_limit: 10 }
      await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), form))
      await drawn(page)
      await page.keyboard.press('Control+s')
      await page.getByLabel('Chart name').fill('Saved twice')
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await openedAsSaved(page)
      await page.clock.install()

      await setLimit('25')
      await page.keyboard.press('Control+s')
      await page.getByRole('radio', { name: /Overwrite/ }).check()
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      // longer than the delay after which a state is stored
      await page.clock.fastForward(1500)
      await handled(page)
      expect(await limit.innerText()).toMatch(/^25/)
      expect(await page.getByText('Altered').count()).toEqual(0)
      await page.getByText('25 rows').first().waitFor()

      await setLimit('30')
      await page.goBack()
      await page.getByText('25 rows').first().waitFor()
      expect(await limit.innerText()).toMatch(/^25/)
      await page.goForward()
      await page.getByText('30 rows').first().waitFor()
    },
  ),

  story('explore: overwriting a newer version shows who saved it', async ({ visit }) => {
    const { page, signIn, go } = await visit({ expects: [/status of 412/] })
    await signIn()
    const form = { viz_type: 'pie', groupby: ['origin'], metric: 'count', row_limit: 10 }
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), form))
    await drawn(page)
    await page.keyboard.press('Control+s')
    await page.getByLabel('Chart name').fill('By two')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await openedAsSaved(page)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await drawn(other)

    const saveOver = async (on: Page, type: string) => {
      await on.getByRole('radio', { name: type, exact: true }).click()
      await on.keyboard.press('Control+s')
      await on.getByRole('radio', { name: /Overwrite/ }).check()
      await on.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    }
    await saveOver(page, 'Table')
    await page.getByText('Chart [By two] has been overwritten').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await saveOver(other, 'Bar Chart')
    const dialog = other.getByRole('dialog')
    await dialog.getByText(/You saved this chart in another window .*, after you opened it/).waitFor()
    const href = await dialog.getByRole('link', { name: 'Show that version' }).getAttribute('href')
    expect(await dialog.getByRole('button', { name: 'Save', exact: true }).count()).toEqual(0)
    // long button texts must not overflow the dialog on a phone
    await other.setViewportSize({ width: 390, height: 844 })
    const cancel = await dialog.getByRole('button', { name: 'Cancel' }).boundingBox()
    expect((cancel?.x ?? 0) > 16).toEqual(true)
    await other.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByRole('button', { name: 'Overwrite', exact: true }).click()
    await other.getByText('Chart [By two] has been overwritten').waitFor()
    await page.goto(href ?? '')
    await page.getByRole('radio', { name: 'Bar Chart', checked: true }).waitFor()
    // your own save shows no warning
    await saveOver(other, 'Table')
    await dialog.waitFor({ state: 'detached' })
  }),

  story('explore: a chart is saved with the type that was just selected', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const form = { viz_type: 'pie', groupby: ['origin'], metric: 'count', row_limit: 10 }
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), form))
    await drawn(page)
    const opened = async () => {
      await page.getByRole('dialog', { name: 'Save chart' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    // loads the code of the dialog
    await page.keyboard.press('Control+s')
    await opened()

    const code = Promise.withResolvers<void>()
    const data = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', (route) => code.promise.then(() => route.continue()))
    await page.route('**/api/v1/chart/data*', (route) => data.promise.then(() => route.continue()))
    await page.getByRole('radio', { name: 'Table', exact: true }).click()
    await page.keyboard.press('Control+s')
    await handled(page)
    expect(await page.getByRole('dialog').count()).toEqual(0)
    code.resolve()
    await opened()
    // the dialog opens while the rows of this type are still loading, and then while those of the next type are
    await page.getByRole('radio', { name: 'Pie Chart', exact: true }).click()
    await page.keyboard.press('Control+s')
    await opened()
    await page.getByRole('radio', { name: 'Table', exact: true }).click()
    await page.keyboard.press('Control+s')
    await page.getByLabel('Chart name').fill('Saved at once')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await openedAsSaved(page)
    data.resolve()
    await page.reload()
    await page.getByRole('radio', { name: 'Table', exact: true, checked: true }).waitFor()
  }),

  story('explore: keys pressed before the first frame of a dialog are not lost', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const form = { viz_type: 'big_number_total', metric: 'count' }
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), form))
    await drawn(page)
    // simulates a machine that renders frames late
    await page.evaluate(() => {
      const onFrame = window.requestAnimationFrame.bind(window)
      window.requestAnimationFrame = (draw) => window.setTimeout(() => onFrame(draw), 700)
    })

    await page.keyboard.press('Control+s')
    const name = page.getByLabel('Chart name')
    await name.waitFor()
    await page.keyboard.type('Typed at once')
    expect(await name.inputValue()).toEqual('Typed at once')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.keyboard.press('Control+k')
    const find = page.getByRole('dialog').getByRole('combobox')
    await find.waitFor()
    await page.keyboard.type('Datasets')
    expect(await find.inputValue()).toEqual('Datasets')

    // Enter must not select a match of a shorter search text
    await find.fill('weather')
    await page.getByRole('option', { name: /^weather / }).waitFor()
    const address = page.url()
    await page.keyboard.type(' of nowhere')
    await page.keyboard.press('Enter')
    await handled(page)
    expect(page.url()).toEqual(address)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }),

  story('explore: a click on a metric offers the controls that accept it', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go(`/explore/?datasource_id=${await datasetId(page, 'flights_2001')}&datasource_type=table`)
    await drawn(page)
    await page.getByRole('radio', { name: 'Bar Chart' }).click()
    await sourceItem(page, 'Flights').getByText('Flights').click()
    await page.getByRole('menuitem', { name: 'Add to Metrics', exact: true }).click()
    await box(page, 'metrics').getByRole('button', { name: 'Edit Flights' }).waitFor()
  }),

  story('explore: missing objects are reported', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/explore/')
    await page.getByText('Missing URL parameters').waitFor()
    await go('/explore/?datasource_id=999999&datasource_type=table')
    await page.getByText('Missing dataset').first().waitFor()
    await go('/explore/?slice_id=999999')
    await page.getByText('This chart could not be opened').waitFor()
    await page.getByRole('link', { name: 'All charts' }).waitFor()
  }),

  ...(['light', 'dark'] as const).map((theme) =>
    story(`explore: no serious accessibility finding (${theme})`, async ({ visit }) => {
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
      await page.getByRole('button', { name: /^Time Range/ }).click()
      await page.getByRole('radio', { name: 'Custom' }).click()
      await page.getByRole('grid').first().waitFor()
      expect(await axeFindings()).toEqual([])
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'View query' }).click()
      await page.getByRole('dialog', { name: 'View query' }).getByText('SELECT').waitFor()
      expect(await axeFindings()).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Dataset actions' }).click()
      await page.getByRole('menuitem', { name: 'Swap dataset' }).click()
      await page.getByRole('dialog').getByRole('table').first().waitFor()
      expect(await axeFindings()).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'View all charts' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await axeFindings()).toEqual([])
    }),
  ),
]
