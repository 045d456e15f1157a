import { charts } from '../../src/charts/index.ts'
import { openChartGallery } from '../chartGallery/galleryPage.ts'
import { expect } from '../harness/expect.ts'
import { story, type World } from '../harness/story.ts'

interface Place {
  name: string
  /** in px */
  size: { width: number; height: number }
  /** tiles that are drawn at the same time */
  together: number
  /** also draws the variants of the options */
  variants: boolean
  phone?: boolean
}

const places: Place[] = [
  { name: 'a tile of two columns', size: { width: 204, height: 200 }, together: 48, variants: true },
  { name: 'a normal tile', size: { width: 460, height: 320 }, together: 24, variants: true },
  { name: 'the full screen', size: { width: 1376, height: 820 }, together: 4, variants: false },
  { name: 'a phone', size: { width: 358, height: 320 }, together: 16, variants: false, phone: true },
]

async function drawAll({ visit }: World, { size, together, variants, phone }: Place, theme: 'light' | 'dark') {
  const { page, signIn, axeFindings } = await visit({ theme, phone })
  await signIn()
  await openChartGallery(page)
  const loaded = await page.evaluate(() => window.chartGallery!.load())
  expect(loaded.types.toSorted()).toEqual(charts.map(({ type }) => type).toSorted())
  const faults: string[] = []
  const count = variants ? loaded.tiles : loaded.charts
  for (let from = 0; from < count; from += together) {
    const range = { from, to: Math.min(count, from + together), size }
    faults.push(...(await page.evaluate(({ from, to, size }) => window.chartGallery!.draw(from, to, size), range)))
    // the first charts are one of each type
    if (from < loaded.types.length) faults.push(...(await axeFindings()))
  }
  expect(faults).toEqual([])
}

export const stories = places.flatMap((place) =>
  (['light', 'dark'] as const).map((theme) =>
    story(`chart gallery: every type in ${place.name}, ${theme}`, (world) => drawAll(world, place, theme)),
  ),
)
