import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { expect, settled } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

async function download(page: Page, entry: string) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Download', exact: true }).hover()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: entry, exact: true }).click(),
  ])
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) }
}

/**
 * The tiles of the page that are blank in the image, the maps whose middle is, and the size of the image. `top`: px of
 * its title.
 */
const blankTiles = (page: Page, bytes: Buffer) =>
  page.evaluate(async (base64) => {
    const blob = new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))])
    const image = await createImageBitmap(blob)
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
    const content = document.querySelector<HTMLElement>('[data-dashboard-content]')
    if (!context || !content) throw new Error('no dashboard')
    context.drawImage(image, 0, 0)
    const [margin, title] = [16, 44]
    const scale = image.width / (content.offsetWidth + 2 * margin)
    const origin = content.getBoundingClientRect()
    const hasInk = (x: number, y: number, width: number, height: number, contrast = 24) => {
      const { data } = context.getImageData(x * scale, y * scale, width * scale, height * scale)
      let ink = 0
      for (let at = 4; at < data.length; at += 4)
        if (Math.abs((data[at] ?? 0) - (data[at - 4] ?? 0)) > contrast) ink += 1
      return ink > 40
    }
    const tiles = [...content.querySelectorAll('[data-chart-id]')].flatMap((tile) => {
      const { left, top, width, height } = tile.getBoundingClientRect()
      // below the name of the chart
      const [x, y] = [left - origin.left + margin, top - origin.top + title + 40]
      return hasInk(x + 4, y, width - 8, height - 48) ? [] : [tile.getAttribute('aria-label')]
    })
    const maps = [...content.querySelectorAll('[data-map]')].flatMap((map) => {
      const { left, top, width, height } = map.getBoundingClientRect()
      const [x, y] = [left - origin.left + margin + width / 3, top - origin.top + title + height / 3]
      // land on sea
      return hasInk(x, y, width / 3, height / 3, 8) ? [] : [map.closest('[data-chart-id]')?.getAttribute('aria-label')]
    })
    return {
      blank: [...tiles, ...maps],
      hasTitle: hasInk(margin, 8, 200, 30),
      width: image.width,
      height: image.height,
    }
  }, bytes.toString('base64'))

export const stories = [
  story('dashboard: it is downloaded as an image, with the charts below the window', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/us-flights/')
    await settled(page)
    const picture = await download(page, 'Download as Image')
    expect(picture.name).toMatch(/\.jpg$/)
    const seen = await blankTiles(page, picture.bytes)
    expect(seen).toEqual({ ...seen, blank: [], hasTitle: true })
  }),

  story('dashboard: its maps are in the image', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/earthquakes/')
    await settled(page)
    const { bytes } = await download(page, 'Download as Image')
    const seen = await blankTiles(page, bytes)
    expect(seen).toEqual({ ...seen, blank: [], hasTitle: true })
    expect(await page.getByText('cannot copy everything').count()).toEqual(0)
  }),

  story('dashboard: it is downloaded as a PDF of one page as large as its content', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    const pdf = await download(page, 'Export to PDF')
    expect(pdf.name).toMatch(/\.pdf$/)
    const text = pdf.bytes.toString('latin1')
    expect(text.startsWith('%PDF-')).toEqual(true)
    const [, width = 0, height = 0] = (/\/Width (\d+) \/Height (\d+)/.exec(text) ?? []).map(Number)
    const content = await page.locator('[data-dashboard-content]').evaluate((element) => ({
      width: (element as HTMLElement).offsetWidth + 2 * 16,
      height: (element as HTMLElement).offsetHeight + 44 + 16,
    }))
    // rounded to pixels of the image
    expect(Math.abs(height / width - content.height / content.width) < 0.005).toEqual(true)
    expect(width >= content.width / 2).toEqual(true)
  }),

  story('dashboard: it is downloaded as Excel, a sheet for each chart with its rows', async ({ visit }) => {
    const { page, signIn, go } = await visit()
    await signIn()
    await go('/superset/dashboard/shop/')
    await settled(page)
    const tiles = await page.locator('[data-chart-id]').count()
    const file = await download(page, 'Export to Excel')
    expect(file.name).toMatch(/\.xlsx$/)
    const { sheets } = await readXlsx(file.bytes)
    const [list, ...others] = sheets
    const charts = new Set(list?.rows.flatMap(([chart, sheet]) => (sheet === null || sheet === 'Sheet' ? [] : [chart])))
    expect(charts.size >= tiles).toEqual(true)
    for (const { rows } of others) expect(rows.length > 1).toEqual(true)
  }),
]
