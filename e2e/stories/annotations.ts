import type { Page } from 'playwright-core'
import { createLayer } from '../harness/annotationLayer.ts'
import { expect, settled, tile } from '../harness/dashboard.ts'
import { datasetId, drawn, unsavedChart } from '../harness/explore.ts'
import { story } from '../harness/story.ts'
import { hasInTooltip } from '../harness/tooltip.ts'

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

export const stories = [
  story('annotations: a formula and events are added to a chart, and are drawn on a dashboard', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await createLayer(page, 'Strikes of 2001', 'First strike', ['2001-02-10', '2001-02-20'])
    const form = {
      viz_type: 'echarts_timeseries_line',
      x_axis: 'date',
      time_grain_sqla: 'P1W',
      metrics: ['count'],
      row_limit: 1000,
    }
    await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), form))
    await drawn(page)
    await page.getByRole('button', { name: 'Annotations and layers' }).click()
    const add = page.getByRole('button', { name: /Add annotation layer$/ })
    const ok = page.getByRole('button', { name: 'OK', exact: true })

    await add.click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('goal')
    await page.getByRole('textbox', { name: 'Formula', exact: true }).fill('y = 2 +')
    await page.getByText(/^Bad formula\./).waitFor()
    expect(await ok.isDisabled()).toEqual(true)
    await page.getByRole('textbox', { name: 'Formula', exact: true }).fill('y = 2 + x * 0')
    await ok.click()

    await add.click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('news')
    await choose(page, 'Annotation layer type', 'Event')
    await choose(page, 'Annotation source', 'Sextant annotation')
    await choose(page, 'Annotation layer', 'Strikes of 2001')
    await ok.click()

    // the layers are drawn at once, without a click on the button that updates the chart
    await hasInTooltip(page, page.locator('[data-explore-picture]'), 'goal', 'news - First strike')

    await page.keyboard.press('Control+s')
    await page.getByLabel('Chart name').fill('Annotated flights')
    await page.getByRole('combobox', { name: 'Add to dashboard' }).click()
    await page.getByRole('combobox', { name: 'Search Add to dashboard' }).fill('Annotated')
    await page.getByRole('option', { name: 'Create dashboard “Annotated”', exact: true }).click()
    await page.getByRole('button', { name: 'Save & go to new dashboard' }).click()
    await settled(page)
    await hasInTooltip(page, tile(page, 'Annotated flights'), 'goal', 'news - First strike')
  }),

  story('annotations: a chart shows which of its layers failed, and draws the rest', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const layer = { name: 'gone', annotationType: 'EVENT', sourceType: 'NATIVE', value: 999_999, show: true }
    const form = { viz_type: 'echarts_timeseries_line', x_axis: 'date', time_grain_sqla: 'P1M', metrics: ['count'] }
    const dataset = await datasetId(page, 'flights_2001')
    await go(await unsavedChart(page, dataset, { ...form, annotation_layers: [layer] }))
    await drawn(page)
    await page.getByText(/failed loading\. gone: The annotation layer does not exist/).waitFor()
  }),

  story('annotations: layers and annotations are created, changed and deleted on their pages', async (world) => {
    // a layer with annotations is not deleted
    const { page, signIn, go, axeFindings } = await world.visit({ expects: [/422/] })
    await signIn()
    await go('/annotationlayer/list/')
    await page.getByRole('button', { name: 'Annotation layer', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Annotation layer name' }).fill('Releases')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Annotation template created').waitFor()
    await page.getByRole('heading', { name: 'Annotation Layer Releases' }).waitFor()
    await page.getByText('No annotation yet').waitFor()
    expect(await axeFindings()).toEqual([])

    await page.getByRole('button', { name: 'Annotation', exact: true }).first().click()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('First release')
    await dialog.getByLabel('Start date').fill('2001-02-10T08:00')
    await dialog.getByLabel('End date').fill('2001-02-09T08:00')
    await dialog.getByText('End date must be after start date').waitFor()
    await dialog.getByLabel('End date').fill('2001-02-11T08:00')
    expect(await axeFindings()).toEqual([])
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('The annotation has been saved').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'First release' })
    await row.getByText('2001-02-10 08:00').waitFor()

    await row.getByRole('button', { name: 'Edit annotation' }).click()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('First release of many')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The annotation has been updated').waitFor()

    const remove = async () => {
      await dialog.getByRole('textbox').fill('DELETE')
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    }
    await page.getByRole('link', { name: 'Back to all' }).click()
    const layer = page.getByRole('row').filter({ hasText: 'Releases' })
    await layer.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Delete Layer?' }).waitFor()
    await remove()
    await page.getByText(/There was an issue deleting Releases: /).waitFor()

    await layer.getByRole('link', { name: 'Releases' }).click()
    await page
      .getByRole('row')
      .filter({ hasText: 'First release of many' })
      .getByRole('button', { name: 'Delete annotation' })
      .click()
    await page.getByRole('heading', { name: 'Delete Annotation?' }).waitFor()
    await remove()
    await page.getByText('No annotation yet').waitFor()
    await page.getByRole('link', { name: 'Back to all' }).click()
    await layer.getByRole('button', { name: 'Delete' }).click()
    await remove()
    await page.getByText('Deleted: Releases').waitFor()
  }),
]
