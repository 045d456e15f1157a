import type { Locator, Page } from 'playwright-core'
import { createLayer } from '../harness/annotationLayer.ts'
import { eventually, expect, settled, tile } from '../harness/dashboard.ts'
import { openedAsSaved } from '../harness/explore.ts'
import {
  addColumn,
  addLayer,
  addMetric,
  cellColors,
  colorAbove,
  createChart,
  select,
  startChart,
} from '../harness/newChart.ts'
import { story } from '../harness/story.ts'
import { hasInTooltip } from '../harness/tooltip.ts'

/** Exactly the values above the limit have a color. */
async function colorsAbove(table: Locator, limit: number): Promise<void> {
  const cells = await cellColors(table)
  expect(cells.some(({ value }) => value > limit)).toEqual(true)
  expect(cells.filter(({ value, isColored }) => value > limit !== isColored)).toEqual([])
}

const chart = (page: Page) => page.getByRole('region', { name: 'Chart', exact: true })

export const stories = [
  story(
    'new charts: a forecast with a goal, and a pivot with colored cells, are built and saved by clicks',
    async ({ visit }) => {
      const { page, signIn } = await visit()
      await signIn()
      await startChart(page, 'weather', 'Area Chart')
      await addMetric(page, 'metrics', 'Rain and snow')
      await select(page, 'Time grain', 'Month')
      await page.getByRole('button', { name: 'Predictive analytics', exact: true }).click()
      await page.getByRole('checkbox', { name: 'Enable forecast' }).check()
      await addLayer(page, 'Goal')
      await page.getByRole('textbox', { name: 'Formula', exact: true }).fill('y = 200')
      await page.getByRole('button', { name: 'OK', exact: true }).click()
      await createChart(page)
      await page.keyboard.press('Control+s')
      await page.getByLabel('Chart name').fill('Rain, ten months ahead')
      await page.getByRole('combobox', { name: 'Add to dashboard' }).click()
      await page.getByRole('combobox', { name: 'Search Add to dashboard' }).fill('By clicks')
      await page.getByRole('option', { name: 'Create dashboard “By clicks”', exact: true }).click()
      await page.getByRole('button', { name: 'Save to new dashboard' }).click()
      await openedAsSaved(page)

      await startChart(page, 'bird_strikes', 'Pivot Table')
      await addColumn(page, 'groupbyRows', 'Phase of flight')
      await addColumn(page, 'groupbyColumns', 'Time of day')
      await addMetric(page, 'metrics', 'Strikes')
      await createChart(page)
      await colorAbove(page, 1000)
      await page.keyboard.press('Control+s')
      await page.getByLabel('Chart name').fill('Strikes by phase')
      await page.getByText('the dashboard you last saved to').waitFor()
      await page.getByRole('button', { name: 'Save & go to dashboard' }).click()
      await settled(page)

      // observed months, and ten more
      const rain = tile(page, 'Rain, ten months ahead').getByRole('img').first()
      await eventually(async () => expect(await rain.getAttribute('aria-label')).toMatch(/58 rows$/))
      await hasInTooltip(page, tile(page, 'Rain, ten months ahead'), 'Goal')
      await colorsAbove(tile(page, 'Strikes by phase'), 1000)
    },
  ),

  story('new charts: a line with an event, and a table with colored cells, are built by clicks', async ({ visit }) => {
    const { page, signIn } = await visit()
    await signIn()
    await createLayer(page, 'Storms by clicks', 'Great storm', ['2013-07-01', '2013-09-30'])

    await startChart(page, 'weather', 'Line Chart')
    await addMetric(page, 'metrics', 'Average high')
    await select(page, 'Time grain', 'Quarter')
    await addLayer(page, 'Weather')
    await select(page, 'Annotation layer type', 'Event')
    await select(page, 'Annotation source', 'Sextant annotation')
    await select(page, 'Annotation layer', 'Storms by clicks')
    await page.getByRole('button', { name: 'OK', exact: true }).click()
    await createChart(page)
    await hasInTooltip(page, chart(page), 'Average high', 'Weather - Great storm')

    await startChart(page, 'bird_strikes', 'Table')
    await page.getByRole('radio', { name: 'Aggregate', exact: true }).check()
    await addColumn(page, 'groupby', 'Phase of flight')
    await addMetric(page, 'metrics', 'Strikes')
    await createChart(page)
    await colorAbove(page, 1000)
    await colorsAbove(chart(page), 1000)
  }),
]
