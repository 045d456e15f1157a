import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, settled, tile } from '../harness/dashboard.ts'
import { datasetId, drawn, queriesDuring, unsavedChart } from '../harness/explore.ts'
import { story } from '../harness/story.ts'

/**
 * Clicks a download button and reads the image: its height, the color of its corner, and where its top is not blank.
 */
async function downloaded(page: Page, entry: string) {
  await page.getByRole('menuitem', { name: 'Download', exact: true }).hover()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: entry, exact: true }).click(),
  ])
  const bytes = await readFile(await download.path())
  const seen = await page.evaluate(async (base64) => {
    const blob = new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))])
    const image = await createImageBitmap(blob)
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(image, 0, 0)
    // the first quarter of the title line; the image has two pixels per page pixel
    const { data } = context.getImageData(0, 26, Math.floor(image.width / 4), 34)
    const corner = data.slice(0, 3)
    let ink = 0
    for (let at = 0; at < data.length; at += 4) {
      if (Math.abs((data[at] ?? 0) - (corner[0] ?? 0)) > 100) ink += 1
    }
    return { height: image.height, isDark: (corner[0] ?? 0) < 128, hasTitle: ink > 100 }
  }, bytes.toString('base64'))
  return { name: download.suggestedFilename(), ...seen }
}

/** Height of the plot in pixels of a downloaded image. */
const plotHeight = (page: Page, area: string) =>
  page
    .locator(`${area} canvas`)
    .first()
    .evaluate((plot) => plot.getBoundingClientRect().height * 2)

export const stories = [
  ...(['light', 'dark'] as const).map((theme) =>
    story(`explore: a downloaded image has its title and the theme’s colors (${theme})`, async ({ visit }) => {
      const { page, signIn, go } = await visit({ theme })
      await signIn()
      await go('/superset/dashboard/shop/')
      await settled(page)
      const chart = tile(page, 'Orders by region')
      await chart.locator('canvas').first().waitFor()
      const height = await plotHeight(page, '[data-chart-id][aria-label="Orders by region"]')
      await chart.hover()
      await chart.getByRole('button', { name: 'More about Orders by region' }).click()
      const picture = await downloaded(page, 'Download as image')
      expect(picture).toEqual({ ...picture, name: 'Orders by region.jpg', hasTitle: true, isDark: theme === 'dark' })
      // title and margins in addition to the plot
      expect(picture.height > height + 60).toEqual(true)

      const form = { viz_type: 'big_number_total', metric: 'count' }
      await go(await unsavedChart(page, await datasetId(page, 'flights_2001'), form))
      await drawn(page)
      await page.getByRole('button', { name: 'More actions' }).click()
      const untitled = await downloaded(page, 'Download as PNG')
      expect(untitled.hasTitle).toEqual(false)
      await page.getByRole('button', { name: /^Chart title/ }).click()
      await page.getByRole('textbox', { name: 'Chart title' }).fill('Where from')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'More actions' }).click()
      const titled = await downloaded(page, 'Download as PNG')
      expect(titled).toEqual({
        name: 'Where from.png',
        height: untitled.height + 2 * 22,
        hasTitle: true,
        isDark: theme === 'dark',
      })
    }),
  ),

  story('explore: a new table of raw rows shows dates as days and no bars behind numbers', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const dataset = await datasetId(page, 'weather')
    const area = page.getByRole('region', { name: 'Chart', exact: true })
    const bars = area.locator('td [aria-hidden="true"][style*="width"]')
    await go(`/explore/?datasource_id=${dataset}&datasource_type=table`)
    await drawn(page)
    // the table's code may arrive after its rows
    await area.locator('tbody td').first().waitFor()
    const row = (await area.locator('tbody tr').first().locator('td').allInnerTexts()).map((text) => text.trim())
    const days = row.filter((text) => /^\d{4}-\d\d-\d\d/.test(text))
    expect(days.map((text) => text.length)).toEqual(['2012-01-01'.length])
    expect(row.some((text) => /^-?\d+(\.\d+)?$/.test(text))).toEqual(true)
    expect(await bars.count()).toEqual(0)
    // metrics still have bars
    const byPlace = { viz_type: 'table', query_mode: 'aggregate', groupby: ['location'], metrics: ['count'] }
    await go(await unsavedChart(page, dataset, byPlace))
    await drawn(page)
    await bars.first().waitFor()
  }),

  story('explore: the calendar of a time range opens at the end of the data', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    const form = { viz_type: 'echarts_timeseries_line', x_axis: 'date', time_grain_sqla: 'P1D', metrics: ['count'] }
    const dataset = await datasetId(page, 'flights_2001')
    const openCustom = async (comparator: string) => {
      const filter = {
        expressionType: 'SIMPLE',
        clause: 'WHERE',
        subject: 'date',
        operator: 'TEMPORAL_RANGE',
        comparator,
      }
      await go(await unsavedChart(page, dataset, { ...form, adhoc_filters: [filter] }))
      await drawn(page)
      await page.locator('[data-control=adhoc_filters]').getByRole('button', { name: /^Edit/ }).click()
      await page.getByRole('button', { name: /^Time Range/ }).click()
      const asked = await queriesDuring(page, async () => {
        await page.getByRole('radio', { name: 'Custom' }).click()
        await page.getByRole('grid').first().waitFor()
      })
      expect(asked).toEqual(0)
      return page.getByRole('grid').first().locator('[data-day]').first().getAttribute('data-day')
    }
    const last = await openCustom('No filter')
    expect(last?.slice(0, 4)).toEqual('2001')
    // a chosen range takes precedence over the range of the data
    expect(await openCustom('2001-01-05 : 2001-01-20')).toEqual('2001-01-01')
  }),
]
