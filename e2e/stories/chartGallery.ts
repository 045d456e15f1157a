import { charts } from '../../src/charts/index.ts'
import { openChartGallery } from '../chartGallery/galleryPage.ts'
import { expect } from '../harness/expect.ts'
import { story, type World } from '../harness/story.ts'

interface Size {
  width: number
  height: number
}

interface Place {
  title: string
  viewport: Size
  /** the size of a tile */
  size: Size
  /** tiles that are drawn at the same time */
  together: number
  /** which tiles are drawn, in the order of the gallery */
  parts: readonly Part[]
}

const parts = ['types', 'variants', 'others', 'maps', 'mapVariants'] as const
type Part = (typeof parts)[number]
const everyType: Part[] = ['types', 'variants']

const desktop = { width: 1440, height: 900 }
/** Sizes of tiles: each has separate stories, so that no story takes too long. */
const places: Place[] = [
  {
    title: 'every type in small tiles',
    viewport: desktop,
    size: { width: 204, height: 200 },
    together: 60,
    parts: everyType,
  },
  {
    title: 'every chart on a phone',
    viewport: { width: 390, height: 844 },
    size: { width: 358, height: 320 },
    together: 40,
    // these charts set query options, which the variants do not
    parts: [...everyType, 'others'],
  },
  {
    title: 'every type on the full screen',
    viewport: desktop,
    size: { width: 1376, height: 820 },
    together: 12,
    parts: everyType,
  },
]

/** Each size is drawn in one theme only, because maps take long: see `Tiles`. */
const maps: (Place & { theme: 'light' | 'dark' })[] = [
  {
    title: 'maps on a phone',
    theme: 'light',
    viewport: { width: 390, height: 844 },
    size: { width: 358, height: 320 },
    together: 10,
    parts: ['maps'],
  },
  {
    title: 'variants of maps in small tiles',
    theme: 'dark',
    viewport: desktop,
    size: { width: 330, height: 240 },
    together: 10,
    parts: ['mapVariants'],
  },
]

/** Without a graphics card each map takes seconds, so two stories share the maps. */
const HALVES = ['first', 'second'] as const
type Half = (typeof HALVES)[number]

async function drawAll({ visit }: World, place: Place, theme: 'light' | 'dark', half?: Half) {
  const { page, signIn, axeFindings } = await visit({ theme })
  await signIn()
  const gallery = await openChartGallery(page)
  expect(gallery.firsts.map(({ type }) => type).toSorted()).toEqual(charts.map(({ type }) => type).toSorted())
  const faults: string[] = []
  await page.setViewportSize(place.viewport)
  const count = (of: readonly Part[]) => of.reduce((sum, part) => sum + gallery[part], 0)
  const start = count(parts.slice(0, parts.indexOf(place.parts[0]!)))
  const middle = start + Math.ceil(count(place.parts) / 2)
  const first = half === 'second' ? middle : start
  const end = half === 'first' ? middle : start + count(place.parts)
  for (let from = first; from < end; from += place.together) {
    const range = { from, to: Math.min(end, from + place.together), size: place.size }
    faults.push(...(await page.evaluate(({ from, to, size }) => window.chartGallery!.draw(from, to, size), range)))
    if (from === first || from < gallery.types) faults.push(...(await axeFindings()))
  }
  expect(faults).toEqual([])
}

export const stories = [
  ...places.flatMap((place) =>
    (['light', 'dark'] as const).map((theme) =>
      story(`chart gallery: ${place.title}, ${theme}`, (world) => drawAll(world, place, theme)),
    ),
  ),
  ...maps.flatMap((place) =>
    HALVES.map((half) =>
      story(`chart gallery: ${place.title}, ${place.theme}, ${half} half`, (world) =>
        drawAll(world, place, place.theme, half),
      ),
    ),
  ),
]
