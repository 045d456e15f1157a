import { charts } from '../../src/charts/index.ts'
import { openChartGallery } from '../chartGallery/galleryPage.ts'
import { expect } from '../harness/expect.ts'
import { story, type World } from '../harness/story.ts'

interface Size {
  width: number
  height: number
}

interface Place {
  name: string
  viewport: Size
  /** of a tile */
  size: Size
  /** tiles that are drawn at the same time */
  together: number
  /** draws all other charts of the examples as well, which set the options of queries */
  others?: boolean
}

const desktop = { width: 1440, height: 900 }
const small: Place[] = [
  { name: 'a tile of two columns', viewport: desktop, size: { width: 204, height: 200 }, together: 60 },
  {
    name: 'a phone',
    viewport: { width: 390, height: 844 },
    size: { width: 358, height: 320 },
    together: 40,
    others: true,
  },
]
const large: Place[] = [
  { name: 'the full screen', viewport: desktop, size: { width: 1376, height: 820 }, together: 12 },
]

async function drawAll({ visit }: World, places: Place[], theme: 'light' | 'dark') {
  const { page, signIn, axeFindings } = await visit({ theme })
  await signIn()
  const { tiles, withVariants, types } = await openChartGallery(page)
  expect(types.toSorted()).toEqual(charts.map(({ type }) => type).toSorted())
  const faults: string[] = []
  for (const { name, viewport, size, together, others } of places) {
    await page.setViewportSize(viewport)
    const count = others ? tiles : withVariants
    for (let from = 0; from < count; from += together) {
      const range = { from, to: Math.min(count, from + together), size }
      const found = await page.evaluate(({ from, to, size }) => window.chartGallery!.draw(from, to, size), range)
      // the first tiles are one of each type
      if (from < types.length) found.push(...(await axeFindings()))
      faults.push(...found.map((fault) => `in ${name}: ${fault}`))
    }
  }
  expect(faults).toEqual([])
}

export const stories = (['light', 'dark'] as const).flatMap((theme) => [
  story(`chart gallery: every type in small tiles, ${theme}`, (world) => drawAll(world, small, theme)),
  story(`chart gallery: every type on the full screen, ${theme}`, (world) => drawAll(world, large, theme)),
])
