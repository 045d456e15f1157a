import { charts } from '../../src/charts/index.ts'
import { openChartGallery } from '../chartGallery/galleryPage.ts'
import { expect } from '../harness/expect.ts'
import { story, type World } from '../harness/story.ts'

interface Size {
  width: number
  height: number
}

interface Place {
  /** of the story */
  title: string
  viewport: Size
  /** of a tile */
  size: Size
  /** tiles that are drawn at the same time */
  together: number
  /** draws all other charts of the examples as well, which set the options of queries */
  others?: boolean
}

const desktop = { width: 1440, height: 900 }
/** A story each, so that none takes too long. */
const places: Place[] = [
  { title: 'every type in small tiles', viewport: desktop, size: { width: 204, height: 200 }, together: 60 },
  {
    title: 'every chart on a phone',
    viewport: { width: 390, height: 844 },
    size: { width: 358, height: 320 },
    together: 40,
    others: true,
  },
  { title: 'every type on the full screen', viewport: desktop, size: { width: 1376, height: 820 }, together: 12 },
]

async function drawAll({ visit }: World, { viewport, size, together, others }: Place, theme: 'light' | 'dark') {
  const { page, signIn, axeFindings } = await visit({ theme })
  await signIn()
  const { tiles, withVariants, types } = await openChartGallery(page)
  expect(types.toSorted()).toEqual(charts.map(({ type }) => type).toSorted())
  const faults: string[] = []
  await page.setViewportSize(viewport)
  const count = others ? tiles : withVariants
  for (let from = 0; from < count; from += together) {
    const range = { from, to: Math.min(count, from + together), size }
    faults.push(...(await page.evaluate(({ from, to, size }) => window.chartGallery!.draw(from, to, size), range)))
    // the first tiles are one of each type
    if (from < types.length) faults.push(...(await axeFindings()))
  }
  expect(faults).toEqual([])
}

export const stories = places.flatMap((place) =>
  (['light', 'dark'] as const).map((theme) =>
    story(`chart gallery: ${place.title}, ${theme}`, (world) => drawAll(world, place, theme)),
  ),
)
